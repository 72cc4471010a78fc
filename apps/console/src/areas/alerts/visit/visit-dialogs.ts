import { lazyComponent } from '../../../lib/page/lazy-component.tsx';

/** Lazy: their texts are those of the area, and the dialog library loads with the first dialog. */
export const VisitDialog = lazyComponent(
  async () => (await import('./visit-dialog.tsx')).VisitDialog,
  'alerts',
);
export const VisitAnswerDialog = lazyComponent(
  async () => (await import('./visit-answer-dialog.tsx')).VisitAnswerDialog,
  'alerts',
);
