/** Days that the charts cover; apart from the query, since the router imports it on every page. */
export const PERIODS = [7, 30, 90] as const;
export type PeriodDays = (typeof PERIODS)[number];
