import { eachOf, type Gallery, sampleIcon } from './gallery.tsx';
import { Gear } from './gear.tsx';

export const values: Gallery = () => ({
  Gear: {
    ...eachOf('tone', ['run', 'wait', 'stop', 'off'], (tone) => <Gear tone={tone} icon={sampleIcon} />),
    'turnS={4}': <Gear tone="run" icon={sampleIcon} turnS={4} />,
    'size="small"': <Gear tone="run" icon={sampleIcon} size="small" />,
  },
});
