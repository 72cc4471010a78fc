/** State colours. They do not follow the accent, and an icon and a text always accompany them. */
export type Tone = 'run' | 'wait' | 'stop' | 'off';
