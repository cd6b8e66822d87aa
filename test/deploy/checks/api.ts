import assert from 'node:assert/strict';
import type { Check } from '../findings.ts';
import type { Stack } from '../stack.ts';
import { at, listOf } from '../template.ts';

export function api(stack: Stack, check: Check): void {
  check('whatever comes to the API meets the function, which asks for a token', () => {
    const routes = listOf(stack.says('HttpApi', 'Routes')).map((one) => at(one, 'RouteKey'));
    assert.deepEqual(routes, ['$default']);
    const [integration, ...others] = listOf(stack.says('HttpApi', 'Integrations'));
    assert.equal(others.length, 0);
    assert.equal(at(integration, 'IntegrationUri'), stack.says('ApiLambdaFunction', 'FunctionArn'));
    assert.equal(at(integration, 'PayloadFormatVersion'), '2.0');
    const callers = listOf(stack.says('ApiLambdaFunction', 'Policy', 'Statement'));
    assert.ok(callers.some((one) => at(one, 'Principal', 'Service') === 'apigateway.amazonaws.com'));
  });
  check('its requests are limited, and no other origin is let in', () => {
    const [stage, ...others] = listOf(stack.says('HttpApi', 'Stages'));
    assert.equal(others.length, 0);
    assert.equal(at(stage, 'StageName'), '$default');
    assert.equal(at(stage, 'DefaultRouteSettings', 'ThrottlingRateLimit'), 50);
    assert.equal(at(stage, 'DefaultRouteSettings', 'ThrottlingBurstLimit'), 100);
    assert.equal(at(stack.template.Resources.HttpApi?.Properties, 'CorsConfiguration'), undefined);
  });
  check('nobody may use the API of a new stage', () => {
    assert.equal(stack.says('ApiTokens', 'Length'), '[]'.length);
    assert.equal(
      stack.says('ApiLambdaFunction', 'Environment', 'Variables', 'SEKALI_API_TOKENS_SECRET'),
      stack.id('ApiTokens'),
    );
  });
}
