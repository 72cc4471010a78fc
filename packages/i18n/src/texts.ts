import gbAdmin from './gb/admin.json' with { type: 'json' };
import gbGallery from './gb/gallery.json' with { type: 'json' };
import gbLogin from './gb/login.json' with { type: 'json' };
import gbServer from './gb/server.json' with { type: 'json' };
import gbStatistics from './gb/statistics.json' with { type: 'json' };
import gbTools from './gb/tools.json' with { type: 'json' };
import { mergeTexts } from './merge.ts';
import skAdmin from './sk/admin.json' with { type: 'json' };
import skGallery from './sk/gallery.json' with { type: 'json' };
import skLogin from './sk/login.json' with { type: 'json' };
import skServer from './sk/server.json' with { type: 'json' };
import skStatistics from './sk/statistics.json' with { type: 'json' };
import skTools from './sk/tools.json' with { type: 'json' };

/** All texts of both languages, for the server and the tests, where bundle size does not matter. */
export const texts = {
  sk: {
    ...mergeTexts(mergeTexts(skLogin, skAdmin), mergeTexts(skTools, skServer)),
    ...skGallery,
    ...skStatistics,
  },
  gb: {
    ...mergeTexts(mergeTexts(gbLogin, gbAdmin), mergeTexts(gbTools, gbServer)),
    ...gbGallery,
    ...gbStatistics,
  },
};
