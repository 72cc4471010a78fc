import { Face } from './face.tsx';
import { eachOf, type Gallery } from './gallery.tsx';

export const notices: Gallery = () => ({
  Face: eachOf('name', ['Tomáš Technik', 'Mária Horská', 'Eva'], (name) => <Face name={name} />),
});
