/** Form pages of many kinds, each by its path. Whatever is sent to them is thanked for. */

const page = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><h1>${title}</h1>${body}`;

const NAME = '<label>Name <input name="name" required></label>';
const form = (inner: string, more = '') =>
  `<form method="post" action="/sent"${more}>${inner}<button>Send</button></form>`;

export const PAGES: Readonly<Record<string, string>> = {
  '/plain': page('Plain', form(`${NAME}<input type="hidden" name="csrf" value="t-1">`)),

  '/every-kind': page(
    'Every kind of field',
    `<form method="post" action="/sent" enctype="multipart/form-data">
    <label for="a">National id (NIK) *</label><input id="a" name="nik" required pattern="\\d{16}" maxlength="16">
    <label>Email <input name="email" type="email" required></label>
    <label>Confirm email <input name="email2" type="email" required></label>
    <label>Born <input name="born" type="date" required max="2020-12-31"></label>
    <label>Seats <input name="seats" type="number" min="1" max="4"></label>
    <label>Price <input name="price" type="number" step="0.01"></label>
    <label>Home page <input name="site" type="url"></label>
    <label>Comments <textarea name="comments" maxlength="500"></textarea></label>
    <label>Size <select name="size"><option value="">Choose<option value="s">Small<option value="it's">Odd</select></label>
    <label>Topics <select name="topics" multiple><option>Art<option>Music</select></label>
    <fieldset><legend>Gender</legend><label><input type="radio" name="gender" value="f" required>Female</label>
      <label><input type="radio" name="gender" value="m">Male</label></fieldset>
    <div>Meal <label><input type="radio" name="meal" value="meat">Meat</label>
      <label><input type="radio" name="meal" value="none">None</label></div>
    <label><input type="checkbox" name="days[]" value="mon">Monday</label>
    <label><input type="checkbox" name="days[]" value="tue">Tuesday</label>
    <label><input type="checkbox" name="terms" value="yes" required>I agree to */ the terms</label>
    <label><input type="checkbox" name="news">News</label>
    <label>CV <input type="file" name="cv" accept=".pdf,.docx" required></label>
    <label>Class <input name="class"></label>
    <input name="trap" style="display:none">
    <button>Apply</button></form>`,
  ),

  '/hostile': page(
    '`Odd` \u001b[31m*/ "names"',
    form(`<label>It's \`\${x}\` "so" \\ <input name="a'b\\c" required></label>
      <label><input type="checkbox" name="d\`\${e}'" value="1">One</label>
      <label><input type="checkbox" name="d\`\${e}'" value="it's">Two</label>
      <label><input type="radio" name="r\\\`" value="*/">Three</label><label><input type="radio" name="r\\\`" value="4">Four</label>
      <label>Number <input name="n" pattern="[\\/*]{2}"></label>`),
  ),

  '/json': page(
    'Sent by a script',
    `<form id="f">${NAME}<button>Send</button></form><script>f.onsubmit = async (event) => {
      event.preventDefault();
      await fetch('/api/entries', { method: 'POST', headers: { 'content-type': 'application/json', 'x-csrf-token': 'abc' },
        body: JSON.stringify({ entry: { name: f.elements.name.value } }) });
      document.body.innerHTML = '<p>Thank you</p>';
    };</script>`,
  ),

  '/get-by-script': page(
    'Sent by a GET of a script',
    `<form id="f">${NAME}<button>Send</button></form><script>f.onsubmit = (event) => {
      event.preventDefault();
      fetch('/api/enter?name=' + f.elements.name.value);
    };</script>`,
  ),

  '/get': page('Sent by GET', `<form action="/found">${NAME}<input name="city"><button>Go</button></form>`),

  '/token-by-script': page(
    'Token',
    `${form(`${NAME}<input type="hidden" name="token" id="t">`)}<script>t.value = 'made-' + 1</script>`,
  ),

  '/changed-by-script': page(
    'Changed',
    form(NAME, ' id="f"') +
      `<script>f.onsubmit = () => { f.elements.name.value = 'x' + f.elements.name.value;
        const more = document.createElement('input'); more.name = 'sum'; more.value = '7'; more.hidden = true; f.append(more); };</script>`,
  ),

  '/cascading': page(
    'Cascading',
    form(
      `<label>Province <select name="province" id="p" required><option value="">Choose<option>Bali<option>Jawa</select></label>
       <label>City <select name="city" id="c" required disabled><option value="">Choose</select></label>`,
    ) +
      `<script>p.onchange = () => setTimeout(() => { c.disabled = false;
        c.innerHTML = '<option value="">Choose<option>' + p.value + ' city'; }, 200);</script>`,
  ),

  '/frame': page('Framed', '<p>Below</p><iframe name="widget" src="/plain"></iframe>'),

  '/shadow': page(
    'Shadow',
    `<x-form></x-form><script>customElements.define('x-form', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(form(NAME))}; } });</script>`,
  ),

  '/drawn': page(
    'Drawn by a script',
    `<form method="post" action="/sent">${NAME}
      <span id="l">Colour</span><div role="combobox" tabindex="0" aria-labelledby="l" id="c">Choose</div>
      <div role="listbox" id="o" hidden><div role="option">Red</div><div role="option">Blue</div></div>
      <input type="hidden" name="colour" id="h"><button>Send</button></form>
      <script>c.onclick = () => o.hidden = !o.hidden;
      o.onclick = (e) => { c.textContent = h.value = e.target.textContent; o.hidden = true; };</script>`,
  ),

  '/no-form': page(
    'No form',
    `<label>Name <input id="n"></label><button id="b">Register</button><script>b.onclick = () =>
      fetch('/api/no-form', { method: 'POST', body: new URLSearchParams({ name: n.value }) });</script>`,
  ),

  '/draft': page(
    'Saves drafts',
    `${form(NAME, ' id="f"')}<script>f.oninput = () => fetch('/draft', { method: 'POST', body: f.elements.name.value });</script>`,
  ),

  '/secrets': page(
    'Pay',
    form(`<label>Name <input name="name" required></label>
      <label>Card number <input name="card" required></label><label>CVV <input name="cvv" maxlength="3" required></label>`),
  ),

  '/captcha': page('Captcha', `${form(NAME)}<iframe src="/recaptcha/api2/anchor"></iframe>`),
  '/recaptcha/api2/anchor': page('I am not a robot', ''),
  '/login': page(
    'Log in',
    form(
      '<label>User <input name="user"></label><label>Password <input type="password" name="password"></label>',
    ),
  ),
  '/wizard': page(
    'Visa',
    `<p>Step 1 of 3</p><form method="post" action="/step2">${NAME}<button>Next</button></form>`,
  ),
  '/unlabelled': page('Bare', form('<input name="x1"><input name="x2">')),
  '/two': page(
    'Two',
    form(`${NAME}<label>Age <input name="age"></label>`) + form(`<label>Code <input name="code"></label>`),
  ),
  '/thanks-before': page(
    'Thank you for your interest',
    `<p>All fields are required. Sign in to register faster.</p>${form(NAME)}`,
  ),
  '/nothing': page('Maintenance', '<p>We will be back at nine.</p>'),
  '/invalid': page(
    'Odd',
    form('<label>Code <input name="code" required pattern="(?=.*9)[A-F9]{3}-x{7}"></label>'),
  ),
};

export const THANKS = page('Thank you', '<p>Your entry has been received. Reference no: <b>E-17</b></p>');
