/** A developer's keys, as they are shown (contract §6). Safe for the browser. Times are ISO 8601 in UTC. */

export interface KeyRecord {
  id: string;
  name: string;
  prefix: string;
  daily_limit: number;
  used_today: number;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** In the future while a rotated key is in its grace. */
  revoked_at: string | null;
}

/** The only answer that has the secret. */
export interface IssuedKey extends KeyRecord {
  key: string;
}

export interface UsageDay {
  /** A UTC day, `YYYY-MM-DD`. */
  date: string;
  requests: number;
  refused?: number | undefined;
}
