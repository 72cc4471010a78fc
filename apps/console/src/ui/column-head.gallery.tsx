import { ColumnHead } from './column-head.tsx';
import { eachOf, type Gallery, nothing, SAMPLE } from './gallery.tsx';

/** A head needs a table. */
const Head = (props: Parameters<typeof ColumnHead>[0]) => (
  <table>
    <thead>
      <tr>
        <ColumnHead {...props} />
      </tr>
    </thead>
    <tbody>
      <tr>
        <td>{SAMPLE.id}</td>
      </tr>
    </tbody>
  </table>
);

export const lists: Gallery = (t) => ({
  ColumnHead: {
    ...eachOf('order', ['asc', 'desc'], (order) => (
      <Head order={order} onSort={nothing}>
        {t('gallery.sample.column')}
      </Head>
    )),
    onSort: <Head onSort={nothing}>{t('gallery.sample.column')}</Head>,
    'onSort={undefined}': <Head>{t('gallery.sample.column')}</Head>,
  },
});
