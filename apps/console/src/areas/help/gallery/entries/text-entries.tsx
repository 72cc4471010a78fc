import { Button } from '../../../../ui/button.tsx';
import { Heading, PageHead } from '../../../../ui/heading.tsx';
import { SectionHead } from '../../../../ui/section-head.tsx';
import { type GalleryEntry, SAMPLE_DEVICE } from '../gallery-entry.ts';

export const textEntries: readonly GalleryEntry[] = [
  {
    name: 'Heading',
    path: 'ui/heading.tsx',
    states: [
      { code: 'title', render: (t) => <Heading title={t('nav.addDevice')} /> },
      { code: 'text', render: (t) => <Heading title={t('nav.addDevice')} text={t('gallery.sample.lead')} /> },
    ],
  },
  {
    name: 'PageHead',
    path: 'ui/heading.tsx',
    states: [
      {
        code: 'children',
        render: (t) => (
          <PageHead title={SAMPLE_DEVICE.name} text={SAMPLE_DEVICE.id}>
            <Button variant="default">{t('deviceTools.diagnostics')}</Button>
          </PageHead>
        ),
      },
    ],
  },
  {
    name: 'SectionHead',
    path: 'ui/section-head.tsx',
    states: [
      { code: 'title', render: (t) => <SectionHead id="gallery-values" title={t('overview.values')} /> },
      {
        code: 'hint',
        render: (t) => <SectionHead id="gallery-stats" title={t('stats.title')} hint={t('stats.running')} />,
      },
    ],
  },
];
