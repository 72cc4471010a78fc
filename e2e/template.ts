import { inject } from 'vitest';

/** `npm run shots` starts the product too, outside of the tests: there it begins on an empty folder. */
const template = inject('demoTemplate');
if (template) process.env.DEMO_TEMPLATE = template;
