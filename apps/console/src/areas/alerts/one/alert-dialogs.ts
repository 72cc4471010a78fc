import { lazyComponent } from '../../../lib/page/lazy-component.tsx';

/** The dialog library (15 kB) loads when the first dialog opens. */
export const NoteDialog = lazyComponent(async () => (await import('./note-dialog.tsx')).NoteDialog);
export const ResolveDialog = lazyComponent(async () => (await import('./resolve-dialog.tsx')).ResolveDialog);
