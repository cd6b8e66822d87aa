import type { Frame, JSHandle } from 'playwright-core';
import type { ControlFacts, FormTag, FrameFacts } from './facts.ts';

/** What was found in the page, by the numbers that the facts go by. */
interface Found {
  readonly controls: Element[];
  readonly forms: HTMLFormElement[];
}

export interface ReadFrame {
  readonly frame: Frame;
  readonly facts: FrameFacts;
  readonly found: JSHandle<Found>;
}

/** Reads the forms and controls of one frame, in open shadow roots too. */
export async function readFrame(frame: Frame): Promise<ReadFrame> {
  const found = await frame.evaluateHandle(find);
  const [forms, controls] = await Promise.all([found.evaluate(formTags), found.evaluate(describeControls)]);
  return { frame, found, facts: { url: frame.url(), forms, controls } };
}

/** Runs in the page. */
function find(): Found {
  const control =
    'input, select, textarea, button, [contenteditable]:not([contenteditable=false]), [role=button], ' +
    '[role=combobox], [role=listbox], [role=checkbox], [role=switch], [role=textbox], [role=spinbutton]';
  // Far more than anybody fills in.
  const most = 1_000;
  const controls: Element[] = [];
  const forms: HTMLFormElement[] = [];
  const walk = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element instanceof HTMLFormElement) forms.push(element);
      const inAnother = element.parentElement?.closest('[contenteditable], [role=combobox], button, select');
      if (element.matches(control) && !inAnother && controls.length < most) controls.push(element);
      if (element.shadowRoot !== null) walk(element.shadowRoot);
    }
  };
  walk(document);
  return { controls, forms };
}

/** Runs in the page. */
function formTags({ forms }: Found): FormTag[] {
  return forms.map((form) => ({
    id: form.id,
    name: form.getAttribute('name') ?? '',
    action: form.getAttribute('action') ?? undefined,
    method: (form.getAttribute('method') ?? 'get').toLowerCase(),
    enctype: form.enctype,
    noValidate: form.noValidate,
    visible: form.checkVisibility({ visibilityProperty: true }),
    inShadow: form.getRootNode() instanceof ShadowRoot,
  }));
}

/** Runs in the page. */
function describeControls({ controls, forms }: Found): ControlFacts[] {
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 300);
  const textOf = (element: Element | null) => {
    const copy = element?.cloneNode(true) as Element | undefined;
    for (const inner of copy?.querySelectorAll('input, select, textarea, button, script, style') ?? [])
      inner.remove();
    return plain(copy?.textContent);
  };
  const labelOf = (element: Element) => {
    const byIds = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => textOf((element.getRootNode() as Document | ShadowRoot).getElementById(id)))
      .join(' ');
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    return plain(byIds) || plain(element.getAttribute('aria-label')) || plain(labels.map(textOf).join(' '));
  };
  const nearbyOf = (element: Element) => {
    for (let at: Element | null = element, up = 0; at !== null && up < 3; at = at.parentElement, up++) {
      const before = at.previousSibling;
      // The label, or the heading, of something else.
      if (before instanceof Element && before.matches('label, h1, h2, :has(input, select, textarea)')) break;
      const text = before instanceof Element ? textOf(before) : plain(before?.textContent);
      if (text !== '') return text.slice(0, 80);
    }
    return plain(element.getAttribute('title'));
  };
  const isSeen = (element: Element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      width > 1 &&
      height > 1 &&
      right + scrollX > 0 &&
      bottom + scrollY > 0
    );
  };
  const kindOf = (element: Element): ControlFacts['kind'] => {
    const role = element.getAttribute('role') ?? '';
    if (element instanceof HTMLSelectElement) return 'select';
    if (element instanceof HTMLButtonElement && role !== 'combobox') {
      return role === 'switch' || role === 'checkbox' ? 'checkbox' : 'button';
    }
    if (element instanceof HTMLInputElement) {
      if (['submit', 'image', 'button', 'reset'].includes(element.type)) return 'button';
      if (['radio', 'checkbox', 'file', 'hidden'].includes(element.type)) {
        return element.type as 'radio' | 'checkbox' | 'file' | 'hidden';
      }
    }
    if (role === 'combobox' || role === 'listbox') return 'list';
    if (role === 'checkbox' || role === 'switch') return 'checkbox';
    return role === 'button' ? 'button' : 'text';
  };
  const optionsOf = (element: Element) => {
    const own = element instanceof HTMLSelectElement ? [...element.options] : [];
    const listed = element.getAttribute('aria-controls') ?? element.getAttribute('aria-owns') ?? '';
    const drawn = document.getElementById(listed)?.querySelectorAll('[role=option]') ?? [];
    return own.length > 0
      ? own
          .filter(
            (option) => !option.disabled && !(option.parentElement as HTMLOptGroupElement | null)?.disabled,
          )
          .map(({ value, label }) => ({ value, label: plain(label) }))
      : [...drawn].map((option) => ({ value: textOf(option), label: textOf(option) }));
  };
  const length = (given: string | null) =>
    given === null || !/^\d+$/.test(given) ? undefined : Number(given);

  return controls.map((element): ControlFacts => {
    const input = element as HTMLInputElement;
    const attribute = (name: string) => element.getAttribute(name) ?? '';
    const kind = kindOf(element);
    const options = optionsOf(element);
    const labels = [...(input.labels ?? [])];
    const drawnByLabel = ['radio', 'checkbox', 'file'].includes(kind) && labels.some(isSeen);
    const group = element.closest('fieldset, [role=radiogroup], [role=group]');
    const owner = input.form ?? element.closest('form');
    const own = input.value ?? '';
    // biome-ignore lint/performance/useDomNodeTextContent: what a person reads on it
    const shown = plain((element as HTMLElement).innerText);
    const onButton = plain(attribute('aria-label')) || shown || plain(own || attribute('alt'));
    return {
      kind,
      tag: element.localName,
      type: attribute('role') || (input.type ?? element.localName),
      name: attribute('name'),
      id: element.id,
      value: typeof own === 'string' ? own : '',
      label: kind === 'button' ? onButton : labelOf(element),
      nearby: nearbyOf(element),
      group: group === null ? '' : labelOf(group) || textOf(group.querySelector('legend')),
      placeholder: plain(attribute('placeholder')),
      required: input.required === true || attribute('aria-required') === 'true',
      disabled: element.matches(':disabled') || attribute('aria-disabled') === 'true',
      readOnly: input.readOnly === true || attribute('aria-readonly') === 'true',
      visible: isSeen(element) || drawnByLabel,
      multiple: input.multiple === true,
      min: attribute('min'),
      max: attribute('max'),
      step: attribute('step'),
      pattern: attribute('pattern'),
      accept: attribute('accept'),
      minLength: length(element.getAttribute('minlength')),
      maxLength: length(element.getAttribute('maxlength')),
      options: options.filter(({ value }) => value !== ''),
      hasEmptyOption: options.some(({ value }) => value === ''),
      form: owner === null ? -1 : forms.indexOf(owner),
    };
  });
}
