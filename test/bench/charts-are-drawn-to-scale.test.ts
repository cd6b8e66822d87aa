import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'cheerio';
import { svgOf } from '../../bench/charts.ts';

const read = (svg: string) => load(svg, { xml: true });

test('bars are as long as their values, and the product is marked', () => {
  const $ = read(
    svgOf({
      file: 'a.svg',
      title: 'A < B',
      unit: 'ms',
      bars: [
        { label: 'ours', value: 10, between: [8, 12], ours: true },
        { label: 'R & D', value: 40 },
      ],
    }),
  );
  const [ours, other] = $('rect').toArray();
  assert.equal(Number($(other).attr('width')) / Number($(ours).attr('width')), 4);
  assert.equal($('rect.ours').length, 1);
  assert.equal($('text.title').text(), 'A < B');
  const range = $('line.range');
  const start = Number($(ours).attr('x'));
  assert.equal((Number(range.attr('x2')) - start) / Number($(ours).attr('width')), 1.2);
  assert.match($('text').text(), /R & D/);
});

test('lines pass their points, from the axis on', () => {
  const $ = read(
    svgOf({
      file: 'a.svg',
      title: 'Lines',
      unit: 'ops/s',
      over: 'workers',
      lines: [
        {
          label: 'ours',
          points: [
            [0, 0],
            [2, 50],
            [4, 100],
          ],
          ours: true,
        },
        {
          label: 'other',
          points: [
            [0, 0],
            [4, 50],
          ],
        },
      ],
    }),
  );
  const points = (nth: number) =>
    ($($('polyline').toArray()[nth]).attr('points') ?? '')
      .split(' ')
      .map((pair) => pair.split(',').map(Number));
  const [[x0 = 0, y0 = 0] = [], [x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = points(0);
  assert.equal(x1 - x0, (x2 - x0) / 2);
  assert.equal(y0 - y1, (y0 - y2) / 2);
  assert.deepEqual(points(1).at(-1), [x2, y1]);
});

test('a chart of nothing is drawn all the same', () => {
  assert.doesNotMatch(svgOf({ file: 'a.svg', title: 'Nothing', unit: 'ms', bars: [] }), /NaN|Infinity/);
});
