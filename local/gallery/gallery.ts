/**
 * A gallery of forms as third parties have them. The sites accept whatever is sent correctly, duplicates too, so that every second
 * submission shows.
 */
import { markup } from './page.ts';
import { type Entry, html, json, type Reply, type Site, type Switches, type Visit } from './site.ts';
import { SITES } from './sites/index.ts';

export interface Gallery {
  readonly switches: Switches;
  /** What a site has accepted. */
  entries(site: string): readonly Entry[];
  /** `undefined` for paths that are no site's. */
  answer(visit: Omit<Visit, 'path'>, path: string): Promise<Reply | undefined>;
  expireSessions(): void;
}

export function openGallery({ dedupe }: { readonly dedupe: boolean }): Gallery {
  const switches: Switches = { dedupe, saleOpen: false };
  const entries = new Map<string, Entry[]>(SITES.map(({ name }) => [name, []]));
  const entriesOf = (site: string) => entries.get(site) ?? [];
  const open = new Map(
    SITES.map((site) => [site.name, site.open(groundOf(site, entriesOf(site.name), switches))]),
  );

  return {
    switches,
    entries: entriesOf,
    async answer(visit, path) {
      if (path === '/') return overview(entriesOf);
      const [, name = '', below] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
      const site = open.get(name);
      if (site === undefined) return undefined;
      if (below === '/entries.json') return json(entriesOf(name));
      return site.handle({ ...visit, path: below ?? '/' });
    },
    expireSessions() {
      for (const { expireSessions } of open.values()) expireSessions?.();
    },
  };
}

function groundOf({ name }: Site, entries: Entry[], switches: Switches) {
  return {
    switches,
    entries: () => entries,
    record(fields: Entry['fields']) {
      const number = `${name.slice(0, 2).toUpperCase()}-${String(entries.length + 1).padStart(5, '0')}`;
      entries.push({ number, at: new Date().toISOString(), fields });
      return number;
    },
  };
}

function overview(entriesOf: Gallery['entries']): Reply {
  const list = SITES.map(
    ({ name, title, shows, start }) =>
      markup`<tr><td><a href="${start}">${title}</a></td><td>${shows}</td>
<td><a href="/${name}/entries.json">${entriesOf(name).length}</a></td></tr>`,
  );
  return html({
    site: 'Sekali',
    title: 'Forms to submit',
    body: markup`<p>The sites of this page look for no duplicates: what is sent twice is an entry twice.</p>
<table><tr><th>Form</th><th>What it shows</th><th>Entries</th></tr>
<tr><td><a href="/register">Event registration</a></td><td>the form of the demo</td><td><a href="/entries">entries</a></td></tr>
${list}</table>`,
  });
}
