import type { WallLitres, WallPump } from '@manoboard/contract/device/wall.calls';
import { IconEye } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'use-intl';
import { useWaterText, waterTones } from '../../../device/water.tsx';
import { useMedia } from '../../../lib/page/use-media.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { dayOf } from '../../../lib/time/wall-time.ts';
import { BAR } from '../pressure/use-bar.ts';
import { useKiosk, useWall } from './use-wall.ts';
import { columnsOf, hasWater, isNight, shiftAt, worstOf } from './wall-rules.ts';
import type { DayLitres, WallNews } from './watch-wall.ts';
import { WaterDrop } from './water-drop.tsx';

/** R9.1: older values are not the present. */
const OLD_S = 30;
/** Twelve pumps on a phone: what is wrong must stay readable. */
const SMALL_HIDES = '[@container_(height<9rem)]:hidden [@container_(width<16rem)]:hidden';
/** Litres are read every five minutes. */
const LITRES_OLD_S = 900;

const useTime = () => {
  const { dateTime } = useFormatter();
  return (atS: number) => dateTime(atS * 1000, { hour: 'numeric', minute: '2-digit' });
};

/** R9.1: chosen pumps on a screen that nobody operates: without a control, always dark, each pump at its place. */
export function Wall() {
  const t = useTranslations('wall');
  const { news, litres, isOver, isDimmed } = useWall();
  useKiosk();
  const isDark = useClock((nowS) => isDimmed && isNight(new Date(nowS * 1000).getHours()));
  const minute = useClock((nowS) => Math.floor(nowS / 60));
  return (
    <main
      className={`grid h-dvh overflow-hidden bg-[#070b0f] text-ink ${isDark ? 'brightness-50' : ''}`}
      data-theme="dark"
    >
      {isOver || !news ? (
        <div className="place-self-center px-8 text-center text-dim" role="status">
          <h1 className="text-state font-semibold">{t(isOver ? 'over' : 'loading')}</h1>
        </div>
      ) : (
        <div className="grid min-h-0" style={{ translate: shiftAt(minute) }}>
          <Board news={news} litres={litres} isDark={isDark} />
        </div>
      )}
    </main>
  );
}

interface BoardProps {
  news: WallNews;
  litres: DayLitres | undefined;
  isDark: boolean;
}

function Board({ news: { pumps, atS }, litres, isDark }: BoardProps) {
  const t = useTranslations('wall');
  const time = useTime();
  const isOld = useClock((nowS) => nowS - atS > OLD_S);
  const minute = useClock((nowS) => nowS - (nowS % 60));
  const hasLitres = useClock((nowS) => litres !== undefined && nowS - litres.atS < LITRES_OLD_S);
  const isUpright = useMedia('(orientation: portrait)');
  return (
    <div
      className={`grid min-h-0 grid-rows-[auto_minmax(0,1fr)_auto] gap-4 p-6 max-sm:gap-2 max-sm:p-3 ${isOld ? `grayscale ${isDark ? '' : 'opacity-60'}` : ''}`}
    >
      <header className="flex flex-wrap items-baseline gap-x-6 gap-y-1 font-semibold">
        <h1 className="text-hero leading-tight tracking-tight max-lg:text-state max-sm:text-xl">
          {t('some', { count: pumps.filter(hasWater).length, all: pumps.length })}
        </h1>
        <Worst pumps={pumps} />
        <time className="ml-auto text-hero leading-tight tabular-nums text-dim max-lg:text-state max-sm:text-xl">
          {time(minute)}
        </time>
      </header>
      <ul
        className="grid auto-rows-fr gap-4 max-sm:gap-2"
        style={{ gridTemplateColumns: `repeat(${columnsOf(pumps.length, isUpright)}, minmax(0, 1fr))` }}
      >
        {pumps.map((pump) => (
          <Tile
            key={pump.device_id}
            pump={pump}
            litres={hasLitres ? litres?.byDevice.get(pump.device_id) : undefined}
          />
        ))}
      </ul>
      <footer className="flex flex-wrap justify-between gap-4 text-lg text-dim max-sm:text-sm">
        <span className="flex items-center gap-2">
          <IconEye size={20} stroke={1.7} aria-hidden />
          {t('watch')}
        </span>
        <span role="status" className={isOld ? 'font-semibold text-ink' : ''}>
          {isOld ? t('old', { time: time(atS) }) : t('live')}
        </span>
      </footer>
    </div>
  );
}

/** One sentence for the worst pump. */
function Worst({ pumps }: { pumps: readonly WallPump[] }) {
  const textOf = useWaterText();
  const comingText = useComingText();
  const worst = worstOf(pumps);
  if (!worst) return null;
  const { device_id, alias, water } = worst;
  const { headline, short } = textOf(water);
  const parts = [headline, short, comingText(worst)].filter(Boolean);
  return (
    <p
      className="flex min-w-0 items-center gap-3 text-xl text-tone-ink max-md:order-last max-md:basis-full max-sm:text-md"
      data-tone={waterTones[water.tone]}
    >
      <span className="size-3 flex-none rounded-full bg-tone" aria-hidden="true" />
      {`${alias ?? device_id}: ${parts.join(', ')}`}
    </p>
  );
}

/** R9.1: the person who comes, and whether now, today or on another day. */
function useComingText() {
  const t = useTranslations('wall');
  const { dateTime } = useFormatter();
  const today = useClock((nowS) => dayOf(nowS));
  return ({ coming }: WallPump): string | undefined => {
    if (!coming) return undefined;
    const { name, day } = coming;
    if (day === undefined) return t('coming', { name });
    // A visit of a past day that was never closed is not shown.
    if (day < today) return undefined;
    if (day === today) return t('comingToday', { name });
    const date = dateTime(new Date(`${day}T00:00Z`), { timeZone: 'UTC', day: 'numeric', month: 'numeric' });
    return t('comingOn', { name, date });
  };
}

interface TileProps {
  pump: WallPump;
  litres: WallLitres | undefined;
}

/** Its texts grow with the tile, so that one pump fills a tablet and twelve a television; a small one has the least. */
function Tile({ pump, litres }: TileProps) {
  const { device_id, alias, water, pressure_bar, place } = pump;
  const t = useTranslations('wall');
  const { number } = useFormatter();
  const textOf = useWaterText();
  const { headline, short } = textOf(water);
  const coming = useComingText()(pump);
  const isLook = water.tone === 'look';
  const isAct = water.tone === 'act';
  const whole = (value: number) => number(value, { maximumFractionDigits: 0 });
  const dim = isAct ? 'text-tone-ink' : 'text-dim';
  return (
    <li
      className={`@container-size rounded-4xl border max-sm:rounded-lg ${isAct ? 'border-stop bg-stop-soft' : `bg-card ${isLook ? 'border-wait' : 'border-line'}`}`}
      data-tone={waterTones[water.tone]}
    >
      <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] items-center gap-[6cqmin] px-[8cqmin] py-[6cqmin]">
        <WaterDrop tone={water.tone} className="h-[50cqmin] w-[38cqmin] max-w-[24cqw] text-tone" />
        <div className="grid h-full min-w-0 grid-rows-[auto_auto_1fr_auto] leading-tight">
          <span className={`min-w-0 text-[min(10cqmin,6.4cqw)] ${dim}`}>
            <strong className="block truncate font-medium">{alias ?? device_id}</strong>
            {place && <span className={`block truncate text-[0.85em] ${SMALL_HIDES}`}>{place}</span>}
          </span>
          <span className="line-clamp-2 text-[min(18cqmin,8.5cqw)] font-bold tracking-tight text-tone-ink">
            {headline}
          </span>
          <span className="flex flex-wrap items-baseline justify-between gap-x-[6cqmin] self-end text-[16cqmin] font-bold tracking-tight tabular-nums">
            <span>
              {pressure_bar === null
                ? '–'
                : number(pressure_bar, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
              {pressure_bar !== null && (
                <small className="text-[9cqmin] font-medium tracking-normal text-dim"> {BAR}</small>
              )}
            </span>
            {litres && (
              <small className={`text-[9cqmin] font-medium tracking-normal text-dim ${SMALL_HIDES}`}>
                {t('litres', { litres: whole(litres.litres), error: whole(litres.error) })}
              </small>
            )}
          </span>
          <span className={`line-clamp-2 text-[min(10cqmin,8cqw)] wrap-anywhere ${dim}`}>
            {coming && <b className="font-semibold text-ink">{coming} · </b>}
            {short}
          </span>
        </div>
      </div>
    </li>
  );
}
