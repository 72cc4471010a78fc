interface Job {
  cron: string;
  does: string;
  /** Runs for seconds or longer when much is due. Long jobs run one at a time, and other jobs do not wait for them. */
  isLong?: true;
}

/**
 * Every periodic job: its schedule (cron, UTC) and what it does. The wings have the functions. A job runs on one server
 * at a time, so it must not depend on the memory of a server; it is retried after a failure, so it must be idempotent.
 * Each rule also holds between two runs: queries compare times with the server's clock.
 */
export const JOBS = {
  'frame-partitions': { cron: '5 * * * *', does: 'creates the frame partitions of the next days' },
  'frame-compression': { cron: '* * * * *', does: 'packs the frames of closed days', isLong: true },
  'frame-retention': { cron: '15 * * * *', does: 'drops frames older than RETENTION_RAW_DAYS' },
  'history-rollups': { cron: '* * * * *', does: 'rolls up frames to minutes and hours', isLong: true },
  'history-retention': {
    cron: '20 * * * *',
    does: 'drops rollups older than RETENTION_MINUTE_DAYS and RETENTION_HOUR_DAYS',
  },
  'energy-retention': { cron: '30 3 * * *', does: 'deletes energy figures older than RETENTION_HOUR_DAYS' },
  'energy-reports': { cron: '10 * * * *', does: 'mails the monthly energy reports that are due' },
  'normal-days': {
    cron: '2,12,22,32,42,52 * * * *',
    does: 'learns what is normal for each device, and raises an alert when it behaves differently',
    isLong: true,
  },
  'demo-history': {
    cron: '* * * * *',
    does: 'stores the simulated past of the boards of the demo (DEMO_HISTORY_DAYS)',
    isLong: true,
  },
  'expired-credentials': {
    cron: '25 * * * *',
    does: 'deletes expired sessions, known browsers, recovery links and counters of password attempts',
  },
  'inbox-retention': { cron: '35 * * * *', does: 'deletes inbox items that are too old or too many' },
  'interrupted-tasks': { cron: '* * * * *', does: 'runs mails again that a server had begun when it died' },
  'outbox-retention': { cron: '45 * * * *', does: 'deletes mails that were given up 30 days ago' },
  'delivery-failures': {
    cron: '55 * * * *',
    does: 'clears the alert about undeliverable alerts a day after the last one',
  },
  backup: { cron: '50 * * * *', does: 'starts a scheduled backup when one is due (BACKUP_DIR)' },
  'access-ends': {
    cron: '* * * * *',
    does: 'announces expired access that the timer of a stopped server missed',
  },
  'lock-out-ends': {
    cron: '* * * * *',
    does: 'announces expired lock-out tags that the timer of a stopped server missed',
  },
  'lost-assignees': {
    cron: '* * * * *',
    does: 'gives alerts back whose assignee has lost access to the device',
  },
  'shelved-alerts': { cron: '* * * * *', does: 'announces shelved alerts again whose time is over' },
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof JOBS;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];
export type JobHandlers = Readonly<Record<JobName, () => Promise<unknown>>>;
