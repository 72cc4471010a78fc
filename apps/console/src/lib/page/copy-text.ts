import { toast } from './toast.ts';

/** Copies to the clipboard and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  toast(done);
}
