import { mergeTexts } from './merge.ts';
import type { Messages } from './messages.ts';
import { textFiles } from './text-files.ts';

const mergeAll = (files: Record<string, Record<string, object>>) =>
  Object.values(files).reduce(mergeTexts) as Messages;

/** All texts of both languages, for the server and the tests, where bundle size does not matter. */
export const texts = { sk: mergeAll(textFiles.sk), gb: mergeAll(textFiles.gb) };
