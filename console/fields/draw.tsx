import { filled, useWords } from '../texts/index.ts';
import type { Field, Kind } from './schema.ts';
import type { Errors, Value, Values } from './values.ts';

export interface DrawProps {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly errors: Errors;
  onValue(field: Field, value: Value): void;
}

/** Longer texts get room for lines. */
const ONE_LINE = 255;

export const fieldId = (path: string): string => `field-${path}`;

/** The fields of a form, drawn from its schema. */
export function Draw({ fields, ...props }: DrawProps) {
  return (
    <>
      {fields.map((field) =>
        field.kind.is === 'group' ? (
          <fieldset key={field.path}>
            <legend>{field.name}</legend>
            <Draw fields={field.kind.fields} {...props} />
          </fieldset>
        ) : (
          <One key={field.path} field={field} kind={field.kind} {...props} />
        ),
      )}
    </>
  );
}

interface OneProps extends Omit<DrawProps, 'fields'> {
  readonly field: Field;
  readonly kind: Exclude<Kind, { is: 'group' }>;
}

function One({ field, kind, values, errors, onValue }: OneProps) {
  const { t } = useWords();
  const { path, name, required, hint } = field;
  const id = fieldId(path);
  const error = errors[path];
  const hints = [
    hint,
    kind.is === 'file' ? undefined : hintOf(),
    kind.is === 'moment' ? t.send.localTime : undefined,
  ]
    .filter(Boolean)
    .join(' · ');
  const common = {
    id,
    'aria-required': required,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-hint ${id}-wrong`,
  };
  const isCheck = kind.is === 'yesNo' && required;
  const label = (
    <>
      {name} {!required && <small>({t.common.optional})</small>}
    </>
  );
  return (
    <div class="field">
      {isCheck ? (
        <label class="check">
          <input
            {...common}
            type="checkbox"
            checked={values[path] === true}
            onChange={(event) => onValue(field, event.currentTarget.checked)}
          />
          {label}
        </label>
      ) : (
        <>
          <label for={id}>{label}</label>
          {control()}
        </>
      )}
      <small id={`${id}-hint`}>{hints}</small>
      <span id={`${id}-wrong`} class="wrong">
        {error}
      </span>
    </div>
  );

  function hintOf(): string | undefined {
    if (kind.is === 'json') return t.send.json;
    if (kind.is === 'choice' && kind.several) return t.send.several;
    if (kind.is !== 'number' || (kind.min === undefined && kind.max === undefined)) return undefined;
    return `${kind.min ?? '…'} – ${kind.max ?? '…'}`;
  }

  function control() {
    const value = values[path];
    const text = typeof value === 'string' ? value : '';
    const onText = (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement }) =>
      onValue(field, event.currentTarget.value);
    switch (kind.is) {
      case 'text':
        if (kind.input === 'text' && !field.secret && (kind.maxLength ?? 0) > ONE_LINE) {
          return <textarea {...common} rows={3} value={text} onInput={onText} />;
        }
        return (
          <input
            {...common}
            {...ofType(field.secret ? 'password' : kind.input)}
            autocomplete="off"
            value={text}
            onInput={onText}
          />
        );
      case 'moment':
        return <input {...common} type="datetime-local" step={1} value={text} onInput={onText} />;
      case 'number':
        // Not of type number: what is no number would read as nothing, and be left out in silence.
        return (
          <input
            {...common}
            {...ofType(field.secret ? 'password' : 'text')}
            inputMode={kind.whole ? 'numeric' : 'decimal'}
            autocomplete="off"
            value={text}
            onInput={onText}
          />
        );
      case 'yesNo':
        return (
          <select {...common} value={text} onChange={onText}>
            <option value="">{t.common.none}</option>
            <option value="true">{t.common.yes}</option>
            <option value="false">{t.common.no}</option>
          </select>
        );
      case 'choice':
        return kind.several ? (
          <select
            {...common}
            multiple
            onChange={({ currentTarget }) =>
              onValue(
                field,
                [...currentTarget.selectedOptions].map((option) => option.value),
              )
            }
          >
            {kind.values.map((one, nth) => (
              <option
                key={String(one)}
                value={nth}
                selected={Array.isArray(value) && value.includes(String(nth))}
              >
                {String(one)}
              </option>
            ))}
          </select>
        ) : (
          <select {...common} value={text} onChange={onText}>
            <option value="">{t.send.choose}</option>
            {kind.values.map((one, nth) => (
              <option key={String(one)} value={nth}>
                {String(one)}
              </option>
            ))}
          </select>
        );
      case 'file':
        return (
          <>
            <input
              {...common}
              type="file"
              accept={kind.types.join(',')}
              multiple={kind.several}
              onChange={({ currentTarget }) => onValue(field, [...(currentTarget.files ?? [])])}
            />
            <small>
              {filled(t.send.fileHint, {
                kb: Math.floor(kind.maxBytes / 1_000),
                types: kind.types.join(', '),
              })}
            </small>
          </>
        );
      case 'json':
        return <textarea {...common} rows={3} spellcheck={false} value={text} onInput={onText} />;
      default:
        return kind satisfies never;
    }
  }
}

/** Preact's types tell apart the attributes of each type of input; these have the same. */
const ofType = (type: string) => ({ type }) as { readonly type: 'text' };
