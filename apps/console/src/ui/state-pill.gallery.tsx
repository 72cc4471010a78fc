import { eachOf, type Gallery, sampleIcon } from './gallery.tsx';
import { StatePill } from './state-pill.tsx';

export const notices: Gallery = (t) => ({
  StatePill: eachOf('tone', ['run', 'wait', 'stop', 'off'], (tone) => (
    <StatePill tone={tone} icon={sampleIcon}>
      {t('pump.title')}
    </StatePill>
  )),
});
