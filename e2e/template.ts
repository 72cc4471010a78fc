import { inject } from 'vitest';

/** `npm run shots` starts the product outside of the tests, in an empty folder. */
const template = inject('demoTemplate');
if (template) process.env.DEMO_TEMPLATE = template;
