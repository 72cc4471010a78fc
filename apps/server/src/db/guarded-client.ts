import { copyIn, isCopy } from './copy.ts';
import { PrimaryClient, type PrimaryConfig, READ_ONLY } from './primary-client.ts';

const READ_TIMEOUT = 'Query read timeout';

/**
 * A connection that is not used again after some errors. After a client-side timeout the statement may still run, and its
 * transaction may be open. A connection to a standby stays one.
 */
export class GuardedClient extends PrimaryClient {
  constructor(config?: string | PrimaryConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const guarded = (...args: unknown[]) => {
      const result = isCopy(args) ? copyIn(query, ...args) : query(...args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: Error & { code?: unknown }) => {
        if (error.message === READ_TIMEOUT || error.code === READ_ONLY) void this.end().catch(() => {});
        throw error;
      });
    };
    this.query = guarded as typeof this.query;
  }
}
