/** The fixed state colours; they never follow the accent and never speak alone, an icon and a word go with them. */
export type Tone = 'run' | 'wait' | 'stop' | 'off';
