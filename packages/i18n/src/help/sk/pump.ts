import type { HelpTexts } from '../help.ts';

export const pump = {
  states: {
    title: 'Čo znamenajú stavy čerpadla',
    keywords: 'farby zelená oranžová červená sivá',
    blocks: [
      'Stav vychádza z toho, čo hlási frekvenčný menič. Farba nikdy nie je sama: pri každom stave je ikona a slovo.',
      { part: 'states' },
      'Vypínač ukazuje, či je čerpadlo zapnuté. Porucha sa počíta ako zapnuté: po jej vynulovaní sa čerpadlo môže rozbehnúť.',
    ],
  },
  waiting: {
    title: 'Prečo čerpadlo čaká',
    keywords: 'spánok stojí nebeží netečie voda sleep',
    blocks: [
      'Čerpadlo je zapnuté, ale práve nemusí pracovať: tlak dosiahol požadovanú hodnotu a nikto neodoberá vodu. Je to **normálny stav**, nie porucha. Keď otvoríte kohútik a tlak klesne, motor sa rozbehne sám.',
      { part: 'waiting' },
      '**Čaká** je niečo iné ako **Zastavené**: zastavené čerpadlo niekto vypol, alebo ho zastavila doska, a samo sa nerozbehne.',
      'Kedy spozornieť:',
      {
        list: [
          'Čaká, ale z kohútika netečie voda: skontrolujte ventily za čerpadlom.',
          'Čaká len pár sekúnd a hneď beží: tlak vzduchu v tlakovej nádobe býva nízky.',
          'V noci sa rozbieha bez odberu: niekde môže unikať voda.',
        ],
      },
    ],
  },
  stopped: {
    title: 'Zastavené čerpadlo',
    keywords: 'vypnuté nejde nespustí',
    blocks: [
      'Čerpadlo je vypnuté. Vypol ho človek z konzoly, z klávesnice meniča, alebo ho zastavila doska, aby ho ochránila. Dôvod je na karte čerpadla a v časovej osi.',
      {
        steps: [
          'Ak ho zastavila doska, prečítajte si dôvod a odstráňte príčinu.',
          'Ak je na zariadení visačka, pri čerpadle pracuje človek. Počkajte, kým ju zloží.',
          'Zapnite čerpadlo vypínačom. Ak vypínač nejde použiť, je pod ním napísané prečo.',
        ],
      },
      'Po chode nasucho to doska skúsi sama po 1, 5 a 20 hodinách, lebo studňa sa mohla doplniť. Kedy to bude, je na karte čerpadla; „Skúsiť teraz“ ho spustí hneď, „Neskúšať“ ho nechá vypnuté. Doska to skúsi aj bez spojenia. Po inej ochrane ho musí zapnúť človek.',
    ],
  },
  fault: {
    title: 'Porucha a čerpadlo bez napätia',
    keywords: 'červená chyba menič výpadok elektriny',
    blocks: [
      '**Porucha** znamená, že frekvenčný menič zastavil motor a hlási kód. Kód, jeho názov a čo s ním urobiť sú na karte frekvenčného meniča.',
      '**Bez napätia** znamená, že menič nemá dosť napätia na chod. Skontrolujte istič a prívod.',
      'Kým porucha trvá, čerpadlo sa nedá zapnúť. Vypnúť sa dá vždy. Keď je príčina odstránená, poruchu vynulujte.',
    ],
  },
  switch: {
    title: 'Zapnutie a vypnutie',
    keywords: 'vypínač príkaz čaká na potvrdenie štart stop',
    blocks: [
      'Vypínač pošle príkaz doske, tá ho zapíše do meniča a prečíta späť. Až potom sa vypínač prepne. Ak potvrdenie nepríde, konzola to povie a vypínač ukazuje to, čo zariadenie naposledy nahlásilo.',
      {
        list: [
          'Vypnutie prejde vždy, keď je zariadenie pripojené a ovláda sa na diaľku: aj pri poruche, pri aktualizácii aj s visačkou.',
          'Zapnutie je obmedzené, aby sa motor neprehrial: bežne najviac {startsPerHour}-krát za hodinu s odstupom aspoň {startGapS} s.',
          'Zapnutie čerpadla, ktoré stálo dlhšie ako minútu alebo je bez tlaku, treba potvrdiť: tlačidlo podržte sekundu, na klávesnici stlačte Enter. Desať sekúnd po zapnutí je dolu na obrazovke tlačidlo „Vypnúť“.',
          'Každý príkaz je v časovej osi s menom, časom a výsledkom.',
        ],
      },
      {
        note: 'Ak vypnutie z konzoly neprejde a treba konať hneď, vypnite čerpadlo priamo na meniči alebo ističom.',
      },
    ],
  },
  pressure: {
    title: 'Požadovaný tlak a jeho hranice',
    keywords: 'bar zmeniť tlak nastaviť slabý tlak regulácia',
    blocks: [
      '**Skutočný tlak** meria snímač na výtlaku. **Požadovaný tlak** je hodnota, na ktorej ho čerpadlo drží: pri odbere zvýši otáčky, bez odberu sa zastaví a čaká.',
      'Ak technik nenastavil iné hranice, požadovaný tlak je od {minBar} do {maxBar} bar, v prevádzke s desaťnásobným prenosom od {minBar} do {maxBar10} bar. Mení sa po {stepBar} bar. Vyšší tlak, než ukáže snímač, sa nastaviť nedá.',
      {
        list: [
          '**Diaľkové riadenie**: tlak určujete v konzole.',
          '**Miestne riadenie**: tlak určuje menič. Z konzoly ho zmeníte až po prepnutí na diaľkové.',
          'Ak tlak medzitým zmenil niekto iný, konzola zmenu odmietne a ukáže novú hodnotu.',
        ],
      },
      {
        note: 'Nesprávny tlak môže poškodiť čerpadlo alebo vodovodný systém. Pri zmene požadovaného tlaku patrí upraviť aj tlak vzduchu v tlakovej nádobe.',
      },
    ],
  },
  lock: {
    title: 'Zámok ovládania: diaľkové a miestne',
    keywords: 'zamknúť odomknúť klávesnica local remote',
    blocks: [
      'Menič prijíma príkazy na chod buď od dosky, alebo zo svojej klávesnice, nikdy nie odoboch naraz.',
      {
        list: [
          '**Zamknuté** je diaľkové ovládanie: čerpadlo zapína a vypína konzola, klávesnica nie.',
          '**Odomknuté** je miestne ovládanie: čerpadlo sa ovláda len z klávesnice meniča. Konzola hodnoty ďalej ukazuje, ale zapnúť ani vypnúť ho nemôže.',
        ],
      },
      'Zamknúť a odomknúť sa dá na karte čerpadla. Odomknite, ak bude niekto čerpadlo ovládať na mieste, a potom znova zamknite.',
      { note: 'Zámok ovládania nie je visačka. Tá chráni človeka, ktorý pri čerpadle pracuje.' },
    ],
  },
  'lock-out': {
    title: 'Visačka: pri čerpadle pracuje človek',
    keywords: 'lockout bezpečnosť oprava údržba',
    blocks: [
      'Kto ide k čerpadlu, nastaví na zariadení visačku so svojím menom, dôvodom a koncom. Kým platí, server odmietne zapnutie, zmenu tlaku, zápis, nastavenie aj aktualizáciu každému. Vypnúť sa dá vždy.',
      {
        steps: [
          'V ponuke zariadenia zvoľte „Pri čerpadle pracuje človek…“, napíšte dôvod a dokedy. Visačka čerpadlo vypne a zruší jeho naplánované spustenia.',
          'Počkajte, kým visačka prestane hlásiť, že doska o nej ešte nevie: dovtedy sa čerpadlo môže samo spustiť.',
          'Odpojte čerpadlo od elektriny a pracujte.',
          'Po práci visačku zložte. Zložiť ju môže ten, kto ju nastavil, technik alebo hlavný predajca.',
        ],
      },
      {
        note: 'Visačka neblokuje klávesnicu meniča ani jeho samočinný štart a nenahrádza odpojenie od elektriny.',
      },
    ],
  },
  'fault-reset': {
    title: 'Vynulovanie poruchy',
    keywords: 'reset kvitovať zrušiť poruchu',
    blocks: [
      'Poruchu vynulujte, až keď poznáte a odstránili jej príčinu. Opakované vynulovanie bez opravy môže zničiť motor alebo menič.',
      {
        steps: [
          'Na karte čerpadla zvoľte „Vynulovať poruchu“.',
          'Prečítajte si, čo treba skontrolovať, a hodnoty prečítané z meniča.',
          'Presvedčte sa, že pri čerpadle nikto nie je, a potvrďte to.',
          'Vynulujte poruchu. Okno vopred povie, či sa čerpadlo potom rozbehne.',
        ],
      },
      {
        list: [
          'Poruchu možno na diaľku vynulovať bežne {resetsPerHour}-krát za hodinu. Potom treba prísť k zariadeniu.',
          'Kým doska chráni čerpadlo, poruchu na diaľku vynulovať nemožno.',
          'Ak príčina trvá, menič zostane v poruche a konzola to povie.',
        ],
      },
    ],
  },
  meters: {
    title: 'Elektromer a motohodiny',
    keywords: 'spotreba kWh energia vynulovať počítadlo',
    blocks: [
      'Elektromer počíta energiu od posledného vynulovania, motohodiny čas, keď sa motor točil. Vynulovaním sa začne počítať znova od nuly; počítadlá v meniči sa tým nemenia.',
      'Vynulovanie je v časovej osi, takže sa dá zistiť, kedy a kto počítadlo vynuloval.',
    ],
  },
  alerts: {
    title: 'Upozornenia a čo s nimi',
    keywords: 'alarm varovanie hlásenie zvonček',
    blocks: [
      'Upozornenie vznikne, keď doska ochráni čerpadlo, keď menič hlási poruchu alebo neodpovedá, a keď server zistí nezvyčajné správanie dosky. Zostáva nevyriešené, kým ho človek nevyrieši, aj keď príčina medzitým prestala.',
      'Všetky vaše upozornenia sú v zozname „Upozornenia“. Kto zvolí „Beriem si to“, má vec na starosti: ostatní to vidia a ďalší ľudia už správu nedostanú. Ide to aj odkazom v e-maile a v oznámení.',
      { part: 'alerts' },
    ],
  },
  'night-starts': {
    title: 'Prečo tlak klesá v noci',
    keywords: 'únik vody kvapká časté spúšťanie nádoba',
    blocks: [
      'Ak nikto neodoberá vodu, tlak má vydržať. Keď sa čerpadlo v noci pravidelne rozbieha, voda niekam odteká alebo v nádobe chýba vzduch.',
      {
        list: [
          'Skontrolujte splachovače, kvapkajúce kohútiky a závlahu.',
          'Zatvorte hlavný ventil za čerpadlom. Ak tlak klesá ďalej, prepúšťa spätná klapka alebo potrubie k čerpadlu.',
          'Skontrolujte tlak vzduchu v tlakovej nádobe pri vypnutom čerpadle a vypustenej vode. Nízky tlak spôsobuje časté krátke štarty.',
        ],
      },
      'Časté spúšťanie skracuje život motora. Ak príčinu nenájdete, zavolajte technika.',
    ],
  },
  faults: {
    title: 'Kódy porúch meniča',
    keywords: 'displej kód OC OV UV OL OH',
    blocks: [
      'Kód poruchy ukazuje displej meniča aj konzola. Poruchy rovnakého druhu majú rovnakú príčinu a rovnaký postup.',
      { part: 'faults' },
    ],
  },
} satisfies Partial<HelpTexts['topics']>;
