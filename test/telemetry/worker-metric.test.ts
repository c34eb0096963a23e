import { describe, expect, it } from 'vitest';
import { createWorkerMetrics } from '../../src/telemetry/worker-metric.js';

const counter = (value: number, name = 'List'): string =>
  [
    '# HELP partner_graphql_operations_total GraphQL operations by name and outcome.',
    '# TYPE partner_graphql_operations_total counter',
    `partner_graphql_operations_total{name="${name}",outcome="ok"} ${value}`,
    '',
  ].join('\n');

const gauge = (value: number): string =>
  [
    '# HELP partner_graphql_operations_in_flight GraphQL operations under way.',
    '# TYPE partner_graphql_operations_in_flight gauge',
    `partner_graphql_operations_in_flight ${value}`,
    '',
  ].join('\n');

const histogram = (count: number): string =>
  [
    '# HELP partner_graphql_operation_duration_seconds Time.',
    '# TYPE partner_graphql_operation_duration_seconds histogram',
    `partner_graphql_operation_duration_seconds_bucket{le="0.5",outcome="ok"} ${count - 1}`,
    `partner_graphql_operation_duration_seconds_bucket{le="+Inf",outcome="ok"} ${count}`,
    `partner_graphql_operation_duration_seconds_sum{outcome="ok"} ${count / 4}`,
    `partner_graphql_operation_duration_seconds_count{outcome="ok"} ${count}`,
    '',
  ].join('\n');

const memory = (value: string): string =>
  ['# HELP process_memory Memory.', '# TYPE process_memory gauge', `process_memory ${value}`, ''].join('\n');

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('metrics of several workers', () => {
  it('counters, gauges and histograms add up, each under its head, told once', () => {
    const metrics = createWorkerMetrics();
    metrics.note(1, `${counter(3)}\n${gauge(1)}\n${histogram(4)}`);
    metrics.note(2, `${counter(5)}\n${gauge(2)}\n${histogram(2)}`);
    expect(metrics.text()).toMatchInlineSnapshot(`
      "# HELP partner_graphql_operations_total GraphQL operations by name and outcome.
      # TYPE partner_graphql_operations_total counter
      partner_graphql_operations_total{name="List",outcome="ok"} 8

      # HELP partner_graphql_operations_in_flight GraphQL operations under way.
      # TYPE partner_graphql_operations_in_flight gauge
      partner_graphql_operations_in_flight 3

      # HELP partner_graphql_operation_duration_seconds Time.
      # TYPE partner_graphql_operation_duration_seconds histogram
      partner_graphql_operation_duration_seconds_bucket{le="0.5",outcome="ok"} 4
      partner_graphql_operation_duration_seconds_bucket{le="+Inf",outcome="ok"} 6
      partner_graphql_operation_duration_seconds_sum{outcome="ok"} 1.5
      partner_graphql_operation_duration_seconds_count{outcome="ok"} 6
      "
    `);
  });

  it('a worker that is read again takes the place of what it told before', () => {
    const metrics = createWorkerMetrics();
    metrics.note(1, counter(3));
    metrics.note(1, counter(4));
    expect(linesOf(metrics.text())).toEqual(['partner_graphql_operations_total{name="List",outcome="ok"} 4']);
  });

  it('series that only one of them knows stand for themselves', () => {
    const metrics = createWorkerMetrics();
    metrics.note(1, counter(3, 'One'));
    metrics.note(2, counter(4, 'Two'));
    expect(linesOf(metrics.text())).toEqual([
      'partner_graphql_operations_total{name="One",outcome="ok"} 3',
      'partner_graphql_operations_total{name="Two",outcome="ok"} 4',
    ]);
  });

  it('those of a process carry the number of its worker', () => {
    const metrics = createWorkerMetrics();
    metrics.note(1, memory('7'));
    metrics.note(2, memory('Nan'));
    expect(linesOf(metrics.text())).toEqual([
      'process_memory{worker="1"} 7',
      'process_memory{worker="2"} Nan',
    ]);
  });

  it('what a dead worker has counted stays, and its gauges and its process go', () => {
    const metrics = createWorkerMetrics();
    metrics.note(1, `${counter(3)}\n${gauge(1)}\n${memory('7')}`);
    metrics.note(2, `${counter(5)}\n${gauge(2)}\n${memory('8')}`);
    metrics.bury(1);
    expect(linesOf(metrics.text())).toEqual([
      'partner_graphql_operations_total{name="List",outcome="ok"} 8',
      'partner_graphql_operations_in_flight 2',
      'process_memory{worker="2"} 8',
    ]);
    // Its successor begins anew, and may die too.
    metrics.note(1, counter(1));
    metrics.bury(1);
    expect(linesOf(metrics.text())[0]).toBe('partner_graphql_operations_total{name="List",outcome="ok"} 9');
  });

  it('F21: names are bounded over all workers together, and ours are not counted among them', () => {
    const metrics = createWorkerMetrics();
    for (const worker of [1, 2, 3]) {
      const names = Array.from({ length: 80 }, (_, index) => counter(1, `Name${worker * 1000 + index}`));
      metrics.note(
        worker,
        [...names.map((text, index) => (index === 0 ? text : text.split('\n')[2])), ''].join('\n'),
      );
    }
    metrics.note(4, counter(6, '(anonymous)'));
    const lines = linesOf(metrics.text());
    expect(lines).toHaveLength(82);
    expect(lines).toContain('partner_graphql_operations_total{name="(other)",outcome="ok"} 160');
    expect(lines).toContain('partner_graphql_operations_total{name="(anonymous)",outcome="ok"} 6');
  });
});
