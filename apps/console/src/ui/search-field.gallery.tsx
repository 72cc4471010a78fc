import { type Gallery, nothing } from './gallery.tsx';
import { SearchField } from './search-field.tsx';

export const lists: Gallery = (t) => {
  const search = { label: t('gallery.sample.search'), value: '', onSearch: nothing };
  return {
    SearchField: {
      'value=""': <SearchField {...search} />,
      'value="GD10"': <SearchField {...search} value="GD10" />,
      'shortcut="/"': <SearchField {...search} shortcut="/" />,
    },
  };
};
