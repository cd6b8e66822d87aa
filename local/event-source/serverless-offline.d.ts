// The part of serverless-offline that runs functions; the package has no types of its own.
declare module 'serverless-offline/lambda' {
  interface LambdaFunction {
    setEvent(event: unknown): void;
    runHandler(): Promise<unknown>;
  }
  export default class Lambda {
    constructor(serverless: unknown, options: Record<string, unknown>);
    create(functions: { functionKey: string; functionDefinition: unknown }[]): void;
    /** An instance that is idle, or a new one. */
    get(functionKey: string): LambdaFunction;
    cleanup(): Promise<void>;
  }
}
