import type { Gallery } from './gallery.tsx';
import { Kbd } from './kbd.tsx';

const KEYS = ['↑', '↵'];

export const texts: Gallery = () => ({ Kbd: { children: KEYS.map((key) => <Kbd key={key}>{key}</Kbd>) } });
