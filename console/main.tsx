import { render } from 'preact';
import { openTabs } from '../lib/tabs/index.ts';
import { App } from './app.tsx';

const root = document.getElementById('app');
if (root) {
  root.replaceChildren();
  render(<App opening={openTabs('sekali')} />, root);
}
