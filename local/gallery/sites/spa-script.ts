import { raw } from '../page.ts';

/** What the page of `spa` runs, written as such applications are: elements made by script, state in variables. */
export const SPA_SCRIPT = raw(`<script type="module">
  // A field of a component library: label and input live in a shadow tree.
  customElements.define('ui-text', class extends HTMLElement {
    connectedCallback() {
      const label = this.getAttribute('label');
      this.attachShadow({ mode: 'open' }).innerHTML =
        '<style>label { display: block; font-weight: 600 } input { font: inherit; padding: .4rem; width: 95% }</style>' +
        '<label for="i">' + label + '</label><input id="i" type="' + this.getAttribute('type') + '">';
    }
    get value() { return this.shadowRoot.getElementById('i').value.trim(); }
  });

  const session = await (await fetch('/spa/api/session')).json();
  let beach = '';
  const app = document.getElementById('app');
  app.innerHTML = \`
    <ui-text id="name" label="Your name" type="text"></ui-text>
    <ui-text id="phone" label="Phone" type="tel"></ui-text>
    <p class="field"><span class="label" id="beach-label">Beach</span>
      <button type="button" id="beach" role="combobox" aria-haspopup="listbox" aria-expanded="false"
        aria-controls="beaches" aria-labelledby="beach-label">Choose a beach</button></p>
    <ul id="beaches" role="listbox" aria-labelledby="beach-label" hidden></ul>
    <fieldset><legend>Days</legend>
      <label><input type="checkbox" name="day" value="sat"> Saturday</label>
      <label><input type="checkbox" name="day" value="sun"> Sunday</label></fieldset>
    <p class="field"><span class="label" id="about-label">About you</span></p>
    <div id="about" contenteditable="true" role="textbox" aria-multiline="true" aria-labelledby="about-label"></div>
    <p role="alert" id="problem" class="error"></p>
    <button type="button" id="send">Join us</button>\`;

  const [button, list] = [document.getElementById('beach'), document.getElementById('beaches')];
  const toggle = (open) => {
    list.hidden = !open;
    button.setAttribute('aria-expanded', String(open));
    // Its options are only there while it is open, and come a moment later.
    list.replaceChildren();
    if (open) setTimeout(() => list.replaceChildren(...session.beaches.map(optionOf)), 50);
  };
  function optionOf(name) {
    const option = document.createElement('li');
    option.role = 'option';
    option.textContent = name;
    option.ariaSelected = String(name === beach);
    option.addEventListener('click', () => {
      beach = name;
      button.textContent = name;
      toggle(false);
    });
    return option;
  }
  button.addEventListener('click', () => toggle(list.hidden));

  document.getElementById('send').addEventListener('click', async () => {
    const body = {
      name: document.getElementById('name').value,
      phone: document.getElementById('phone').value,
      beach,
      days: [...document.querySelectorAll('[name=day]:checked')].map(({ value }) => value),
      about: document.getElementById('about').innerText.trim(),
    };
    const answer = await fetch('/spa/api/volunteers', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': session.csrf },
      body: JSON.stringify(body),
    });
    const told = await answer.json();
    if (told.ok) {
      app.innerHTML = '<h2>See you at the beach!</h2><p role="status">Your number is <strong id="volunteer"></strong></p>';
      document.getElementById('volunteer').textContent = told.number;
    } else document.getElementById('problem').textContent = told.error ?? told.errors.join('. ');
  });
</script>`);
