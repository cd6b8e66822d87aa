/**
 * A Serverless plugin that lets a command that failed end. After a source that cannot be bundled, serverless-esbuild
 * leaves esbuild's process running, and osls waits for it for ever.
 */
import { stop } from 'esbuild';

class EndAfterError {
  readonly hooks = { error: () => stop() };
}

// osls loads this with require(), which hands back the export of this name.
export { EndAfterError as default, EndAfterError as 'module.exports' };
