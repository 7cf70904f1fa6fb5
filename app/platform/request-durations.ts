import { register, type Metric } from "prom-client";

type Tally = { labels: Record<string, string | number>; counts: number[]; sum: number };

type Configuration = {
  name: string;
  help: string;
  /** Upper bounds in seconds, ascending. */
  buckets: readonly number[];
};

/**
 * A histogram of requests by method, route and status, for where prom-client's own is too slow: a count there makes
 * several kilobytes of garbage, which is as much as all the rest of a cached page. Counting here makes none.
 */
export class RequestDurations {
  readonly name: string;
  readonly help: string;
  readonly type = "histogram";
  readonly #buckets: readonly number[];
  readonly #tallies = new Map<string, Map<string, Map<number, Tally>>>();

  constructor({ name, help, buckets }: Configuration) {
    this.name = name;
    this.help = help;
    this.#buckets = buckets;
    register.registerMetric(this as unknown as Metric);
  }

  /** Has the count of such requests begin at 0: a rate sees nothing of a series that begins with its first event. */
  declare(method: string, route: string, statuses: readonly number[]): void {
    for (const status of statuses) this.#tally(method, route, status);
  }

  /** Counts one request. @param seconds from its headers to the end of its answer */
  observe(method: string, route: string, status: number, seconds: number): void {
    const tally = this.#tally(method, route, status);
    tally.sum += seconds;
    let at = 0;
    while (at < this.#buckets.length && seconds > this.#buckets[at]!) at++;
    tally.counts[at]!++;
  }

  #tally(method: string, route: string, status: number): Tally {
    const routes = getOrSet(this.#tallies, method, () => new Map<string, Map<number, Tally>>());
    const statuses = getOrSet(routes, route, () => new Map<number, Tally>());
    return getOrSet(statuses, status, () => ({
      labels: { method, route, status },
      counts: Array.from({ length: this.#buckets.length + 1 }, () => 0),
      sum: 0,
    }));
  }

  /** As prom-client asks for it. */
  get() {
    const tallies = [...this.#tallies.values()].flatMap((routes) =>
      [...routes.values()].flatMap((one) => [...one.values()]),
    );
    return { name: this.name, help: this.help, type: this.type, values: tallies.flatMap((one) => this.#series(one)) };
  }

  /** The series of a histogram: each bucket counts what the ones before it count too. */
  #series({ labels, counts, sum }: Tally) {
    let count = 0;
    // Of what was only declared the buckets say nothing.
    const isEmpty = counts.every((own) => own === 0);
    if (isEmpty) return [{ metricName: `${this.name}_count`, labels, value: 0 }];
    const buckets = counts.map((own, at) => {
      count += own;
      const le = this.#buckets[at] ?? "+Inf";
      return { metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }

  /** As prom-client asks for it. */
  reset(): void {
    this.#tallies.clear();
  }
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
