/** The outbox of purges for the CDN: one row for each tag. Equal pending purges are one row. */
export type CdnPurgeTable = {
  tag: string;
  /** Time of the first purge of this tag that the CDN hasn't received. */
  created_at: number;
  /** Time of the last purge of this tag. */
  requested_at: number;
  /** Number of attempts that have started. */
  attempts: number;
  next_attempt_at: number;
  /** End of the lease. After it, another process may call the CDN. */
  lease_until: number;
};
