import type { Form } from '../form/define.ts';
import type { Place } from './reach.ts';

export interface FormHosts {
  readonly form: string;
  readonly places: readonly Place[];
  /** `*.example.org` names no host that could be connected to. */
  readonly wildcards: readonly string[];
}

/** Where a form's pages and their parts are: every host that it may reach. */
export function hostsOf(form: Form): FormHosts {
  const page = pageOf(form);
  const isPage = (host: string) => page?.hostname.replace(/^\[(.*)\]$/, '$1') === host.toLowerCase();
  return {
    form: form.name,
    wildcards: form.allow.filter((host) => host.startsWith('*.')),
    places: form.allow
      .filter((host) => !host.startsWith('*.'))
      .map((host) => {
        if (page === undefined || !isPage(host)) return { host, port: 443, tls: true };
        const tls = page.protocol === 'https:';
        return { host, port: Number(page.port || (tls ? 443 : 80)), tls };
      }),
  };
}

/** The address of the form's page, as far as it can be known without data: scheme and port are the same for all. */
function pageOf(form: Form): URL | undefined {
  try {
    return URL.parse(form.url({})) ?? undefined;
  } catch {
    return undefined;
  }
}
