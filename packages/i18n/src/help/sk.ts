import type { HelpTexts } from './help.ts';
import { firstSteps } from './sk/first-steps.ts';
import { people } from './sk/people.ts';
import { pump } from './sk/pump.ts';
import { tools } from './sk/tools.ts';

const alerts: HelpTexts['alerts'] = {
  DRY_RUN: {
    meaning:
      'Čerpadlo bežalo na plné otáčky, tlak bol takmer nulový a motor nemal záťaž aspoň {seconds} s: bežalo bez vody. Doska ho zastavila.',
    steps: [
      'Skontrolujte hladinu vody v studni alebo nádrži.',
      'Skontrolujte sanie: ventil, filter, spätnú klapku a či potrubie nenasáva vzduch.',
      'Až potom čerpadlo zapnite. Doska to skúsi sama po 1, 5 a 20 hodinách, ak ho nikto nevypne.',
    ],
  },
  OVER_PRESSURE: {
    meaning:
      'Tlak bol aspoň {seconds} s viac ako 0,5 bar nad najvyšším povoleným tlakom. Doska čerpadlo zastavila.',
    steps: [
      'Skontrolujte, či nie je upchatý výtlak alebo zatvorený ventil.',
      'Skontrolujte tlak vzduchu v tlakovej nádobe.',
      'Čerpadlo zapnite. Ak sa to opakuje, zavolajte technika: môže byť zle nastavený rozsah snímača.',
    ],
  },
  SENSOR_BREAK: {
    meaning:
      'Snímač tlaku aspoň {seconds} s nehlásil nič zmysluplné, pravdepodobne má prerušený vodič. Bez neho by menič bežal na plný výkon, preto doska čerpadlo zastavila.',
    steps: [
      'Skontrolujte kábel a konektor snímača tlaku.',
      'Ak je kábel v poriadku, treba vymeniť snímač. Zavolajte technika.',
      'Po oprave čerpadlo zapnite.',
    ],
  },
  PIPE_BURST: {
    meaning:
      'Čerpadlo aspoň {seconds} s bežalo na plný výkon a tlak sa nepodarilo udržať: voda niekam odteká. Doska ho zastavila.',
    steps: [
      'Pozrite sa, či niekde netečie voda: dom, záhrada, šachta.',
      'Zatvorte hlavný ventil, kým únik nenájdete.',
      'Ak žiadny únik nie je, odber je väčší, než čerpadlo zvládne. Poraďte sa s technikom.',
    ],
  },
  NO_FLOW: {
    meaning:
      'Čerpadlo beží aspoň {seconds} s, ale podľa príkonu ním voda netečie. Je to varovanie, čerpadlo sa nezastavilo.',
    steps: [
      'Skontrolujte, či nie je zatvorený ventil alebo upchatý výtlak.',
      'Ak to trvá, čerpadlo vypnite a zavolajte technika: voda v ňom sa zohrieva.',
    ],
  },
  FC_FAULT: {
    meaning: 'Frekvenčný menič zastavil motor a hlási kód poruchy.',
    steps: [
      'Otvorte zariadenie a pozrite si kód a radu na karte frekvenčného meniča.',
      'Odstráňte príčinu a poruchu vynulujte.',
      'Ak sa porucha vráti, zavolajte technika.',
    ],
  },
  FC_OFFLINE: {
    meaning:
      'Doska funguje, ale frekvenčný menič jej neodpovedá. Čerpadlo sa nedá ovládať a jeho hodnoty sú posledné známe.',
    steps: [
      'Skontrolujte, či je menič pod napätím.',
      'Skontrolujte kábel RS-485 medzi doskou a meničom.',
      'Ak je všetko zapojené, zavolajte technika: adresa alebo rýchlosť linky nemusí súhlasiť.',
    ],
  },
  CLOCK_UNSET: {
    meaning: 'Doska nepozná presný čas. Z príkazov vykoná len zastavenie čerpadla.',
    steps: [
      'Skontrolujte, či má Wi-Fi pri doske prístup na internet.',
      'Reštartujte dosku: pri štarte si nastaví čas.',
    ],
  },
  FC_ID_CONFLICT: {
    meaning:
      'To isté ID frekvenčného meniča hlásia viaceré dosky. Kým sa to nevyrieši, niektoré údaje sa nedajú priradiť.',
    steps: [
      'Skontrolujte, ku ktorej doske menič naozaj patrí.',
      'Ak sa doska menila, starú odpojte alebo odstráňte.',
    ],
  },
  MESSAGE_FLOOD: {
    meaning: 'Doska posiela viac správ, než server prijíma. Nestratia sa: doska ich pošle znova.',
    steps: [
      'Chvíľu počkajte, po dlhom výpadku doska dosiela staré hodnoty.',
      'Ak to trvá, skontrolujte snímače a zapojenie dosky a skúste ju reštartovať.',
    ],
  },
};

const rights: HelpTexts['rights'] = {
  see: 'Vidieť zariadenie a jeho hodnoty',
  operate: 'Ovládať čerpadlo a meniť tlak',
  lock_out: 'Nastaviť visačku a zložiť vlastnú; technik a hlavný predajca zložia každú',
  write_register: 'Zapisovať registre meniča',
  rename: 'Zmeniť názov zariadenia, pre všetkých',
  remove: 'Odstrániť zariadenie zo svojho účtu; delegovaný sa vzdá svojho prístupu',
  see_delegations: 'Vidieť, kto má prístup',
  delegate: 'Delegovať prístup ďalej, najviac na taký čas, aký majú sami',
  revoke: 'Odobrať prístup; vlastník každý, delegovaný ten, ktorý udelil, a svoj',
  transfer: 'Odovzdať zariadenie inému vlastníkovi',
  configure: 'Nastaviť hranice tlaku a analógové vstupy',
  set_zone: 'Nastaviť časové pásmo miesta zariadenia',
  update_firmware: 'Aktualizovať firmvér',
  resolve_alert: 'Vyriešiť upozornenie a písať k nemu poznámky',
  take_alert: 'Vziať si upozornenie na starosť a pustiť ho',
  take_work: 'Vziať si na starosť zariadenie z pracovného zoznamu a pustiť ho',
  set_alert_rules: 'Zmeniť čísla pravidiel upozornení v povolených medziach a pravidlo vypnúť',
  set_escalation: 'Nastaviť, kedy neprevzaté upozornenie dostanú ďalší ľudia',
  message_owner: 'Napísať správu vlastníkovi',
  see_fleet: 'Vidieť zoznam všetkých zariadení s vlastníkmi a kontaktmi',
  manage_users: 'Spravovať používateľov a ich oprávnenia',
  manage_firmware: 'Nahrávať vydania firmvéru',
  manage_installation: 'Skontrolovať nastavenie servera a zaevidovať dosky',
};

/** Slovak, the source. */
export const help: HelpTexts = {
  chapters: {
    start: 'Začíname',
    states: 'Stavy čerpadla',
    control: 'Tlak a ovládanie',
    alerts: 'Upozornenia a čo robiť',
    faults: 'Poruchy meniča',
    people: 'Ľudia a oprávnenia',
    technician: 'Pre technikov',
    glossary: 'Slovník',
  },
  topics: { ...firstSteps, ...pump, ...people, ...tools },
  alertNames: {
    FC_ID_CONFLICT: 'rovnaké ID meniča na viacerých doskách',
    MESSAGE_FLOOD: 'doska posiela priveľa správ',
  },
  alerts,
  rights,
  questions: [
    {
      id: 'no-water',
      question: 'Netečie voda. Čo mám skontrolovať?',
      answer:
        'Pozrite sa na stav čerpadla. Ak je Zastavené alebo v poruche, na karte je dôvod. Ak Čaká a tlak je v poriadku, hľadajte zatvorený ventil za čerpadlom. Ak je zariadenie offline, skontrolujte elektrinu a Wi-Fi.',
      topic: 'states',
    },
    {
      id: 'waiting',
      question: 'Čerpadlo čaká. Je pokazené?',
      answer: 'Nie. Tlak je dosiahnutý a nikto neodoberá vodu. Keď otvoríte kohútik, rozbehne sa samo.',
      topic: 'waiting',
    },
    {
      id: 'power-cut',
      question: 'Čo sa stane pri výpadku internetu?',
      answer:
        'Čerpadlo pracuje ďalej, tlak riadi menič a doska ho chráni. Konzola ukazuje posledné známe hodnoty a ovládať sa nedá. Po obnovení spojenia doska pošle aj to, čo medzitým namerala.',
      topic: 'offline',
    },
    {
      id: 'cannot-switch',
      question: 'Prečo sa čerpadlo nedá zapnúť?',
      answer:
        'Dôvod je napísaný pod vypínačom: miestne ovládanie, porucha meniča, visačka, aktualizácia, príliš časté spúšťanie, alebo je zariadenie offline.',
      topic: 'switch',
    },
    {
      id: 'low-pressure',
      question: 'Tlak je slabý. Môžem ho zvýšiť?',
      answer:
        'Áno, v hraniciach, ktoré ukazuje karta tlaku. Ak ich treba zmeniť, požiadajte technika. Ak čerpadlo beží naplno a tlak nedosiahne, zvyšovanie nepomôže.',
      topic: 'pressure',
    },
    {
      id: 'sold-house',
      question: 'Predal som dom. Ako odovzdám zariadenie?',
      answer:
        'V ponuke zariadenia zvoľte „Odovzdať inému vlastníkovi“ a zadajte jeho e-mail. Musí mať účet s potvrdeným e-mailom.',
      topic: 'transfer',
    },
    {
      id: 'technician',
      question: 'Ako pustím k zariadeniu technika?',
      answer:
        'Technik s rolou v systéme zariadenie vidí a ovláda aj bez vás. Delegovaním dáte rovnaké práva, aké máte vy, človeku aspoň s úrovňou Technik, aj na obmedzený čas.',
      topic: 'delegate',
    },
    {
      id: 'new-router',
      question: 'Vymenil som router a zariadenie je offline.',
      answer:
        'Doska pozná starú sieť. Pripojte ju k novej podľa návodu k zariadeniu, alebo nechajte nový router používať starý názov siete a heslo.',
      topic: 'wifi',
    },
    {
      id: 'night',
      question: 'Čerpadlo sa rozbieha v noci, hoci nikto neodoberá vodu.',
      answer: 'Niekde uniká voda, prepúšťa spätná klapka, alebo v tlakovej nádobe chýba vzduch.',
      topic: 'night-starts',
    },
    {
      id: 'who',
      question: 'Kto čerpadlo vypol?',
      answer:
        'Časová os zariadenia má každý príkaz s menom, časom a výsledkom, aj každé zastavenie doskou s dôvodom.',
      topic: 'stopped',
    },
  ],
};
