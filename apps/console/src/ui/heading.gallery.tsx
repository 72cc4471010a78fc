import { Button } from './button.tsx';
import { type Gallery, SAMPLE } from './gallery.tsx';
import { Heading, PageHead } from './heading.tsx';

export const texts: Gallery = (t) => ({
  Heading: {
    title: <Heading title={t('nav.addDevice')} />,
    text: <Heading title={t('nav.addDevice')} text={t('gallery.sample.lead')} />,
  },
  PageHead: {
    children: (
      <PageHead title={SAMPLE.name} text={SAMPLE.id}>
        <Button variant="default">{t('deviceTools.diagnostics')}</Button>
      </PageHead>
    ),
  },
});
