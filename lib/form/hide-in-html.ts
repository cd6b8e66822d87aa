import { merged } from './find-secrets.ts';
import { hidden, type Secrets } from './secrets.ts';

/** A page without secrets, also where tags stand within one: `<b>3174</b>0100`. */
export function hideInHtml(html: string, { find }: Pick<Secrets, 'find'>): string {
  // Of the same length, so that what is found in it stands at the same place in the page.
  const untagged = html.replace(/<[^<>]*>/g, (tag) => ' '.repeat(tag.length));
  return hidden(html, merged([...find(html), ...find(untagged)]));
}
