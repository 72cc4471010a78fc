import type { HelpTexts } from '../help.ts';

export const firstSteps = {
  console: {
    title: 'Čo konzola ukazuje a čo nie',
    keywords: 'začíname úvod nástenka prehľad',
    blocks: [
      'Pri čerpadle je frekvenčný menič, ktorý riadi otáčky motora, a riadiaca doska MaNoBoard, ktorá menič číta a ovláda. Doska posiela hodnoty cez Wi-Fi na server a vy ich vidíte tu.',
      {
        list: [
          '**Nástenka** ukazuje vaše zariadenia a ovládanie vybraného čerpadla.',
          '**Prehľad** ukazuje všetky hodnoty jedného zariadenia, jeho udalosti a nástroje.',
          'Každá hodnota má svoj vek. Hodnota, ktorá je staršia, než má byť, je označená a nevydáva sa za aktuálnu.',
          'Príkaz je hotový, až keď ho doska vykonala a prečítala späť z meniča. Dovtedy vidíte „Čaká sa na potvrdenie“.',
        ],
      },
      {
        note: 'Konzola nenahrádza ochranu na mieste. Doska chráni čerpadlo sama, aj keď nie je spojenie so serverom. Pred prácou na čerpadle ho odpojte od elektriny.',
      },
    ],
  },
  install: {
    title: 'Aplikácia v telefóne',
    keywords: 'inštalácia mobil plocha ikona android iphone bez internetu nová verzia aktualizácia',
    blocks: [
      'Konzolu si môžete nainštalovať ako aplikáciu: má vlastnú ikonu, otvára sa bez panela prehliadača a spustí sa aj bez internetu. Nič sa nesťahuje z obchodu s aplikáciami.',
      {
        steps: [
          'Otvorte konzolu v prehliadači telefónu. Adresa musí začínať https.',
          'Android (Chrome): v ponuke prehliadača vyberte inštaláciu aplikácie.',
          'iPhone a iPad (Safari): ťuknite na zdieľanie a vyberte pridanie na plochu.',
          'Počítač (Chrome, Edge): ikona inštalácie je na konci riadka s adresou.',
        ],
      },
      'Bez siete aplikácia ukáže **posledné známe hodnoty** vašich zariadení, pri každej jej vek, a čas posledného spojenia so serverom. Nevydáva ich za aktuálne a nič sa nedá ovládať. Keď je sieť späť, stránka sa obnoví sama.',
      'Keď je na serveri nová verzia, zobrazí sa správa „Nová verzia je pripravená.“ Stránka sa načíta znova, až keď ťuknete na „Obnoviť“.',
      {
        note: 'Posledné hodnoty sú uložené v telefóne, kým ste prihlásení. Odhlásenie ich vymaže, preto sa na cudzom zariadení vždy odhláste.',
      },
    ],
  },
  'add-device': {
    title: 'Pridanie zariadenia a jeho štítok',
    keywords: 'qr kód naskenovať heslo claim id pridať nové',
    blocks: [
      'Zariadenie pridáte podľa štítku na riadiacej doske. Je na ňom QR kód, ID zariadenia (napríklad MNB-00A1B2) a pod QR kódom heslo zariadenia, tri štvorice znakov.',
      {
        steps: [
          'Zapnite dosku a pripojte ju k Wi-Fi. Zariadenie, ktoré nie je pripojené, sa pridať nedá.',
          'Otvorte „Pridať zariadenie“ a naskenujte QR kód, vyberte fotografiu štítku, alebo ID a heslo napíšte. Na veľkosti písmen nezáleží.',
          'Dajte zariadeniu názov, podľa ktorého ho spoznáte. Zmeniť ho môžete kedykoľvek.',
        ],
      },
      'Kto zariadenie pridá ako prvý, je jeho vlastník. Ak už vlastníka má, musí ho odstrániť zo svojho účtu, alebo vám ho odovzdať.',
      {
        note: 'Štítok si odfoťte a uschovajte. Kto pozná heslo zo štítku, môže si pridať zariadenie, ktoré nemá vlastníka.',
      },
    ],
  },
  wifi: {
    title: 'Pripojenie k sieti Wi-Fi',
    keywords: 'internet router signál heslo siete',
    blocks: [
      'Doska sa k Wi-Fi pripája podľa návodu, ktorý ste dostali so zariadením. Potrebujete názov siete a jej heslo. Sieť musí mať prístup na internet.',
      {
        steps: [
          'Zapnite napájanie dosky a počkajte, kým sa spustí.',
          'Podľa návodu k zariadeniu zadajte názov siete a heslo.',
          'Otvorte zariadenie v konzole. Pri názve uvidíte „Pripojené“.',
        ],
      },
      'Po kliknutí na stav pri názve zariadenia zistíte, či je sieť zabezpečená a aký silný je signál. Pri slabom signáli hodnoty meškajú a zariadenie sa odpája: posuňte router bližšie alebo pridajte zosilňovač.',
      {
        list: [
          'Po výmene routera alebo zmene hesla treba dosku pripojiť znova.',
          'Nezabezpečená sieť funguje, ale odpočúvať ju môže ktokoľvek v dosahu. Nastavte na nej heslo.',
          'Výpadok Wi-Fi čerpadlo nezastaví. Doska riadi tlak a chráni čerpadlo ďalej, len o ňom neviete.',
        ],
      },
    ],
  },
  offline: {
    title: 'Offline a neaktuálne hodnoty',
    keywords: 'odpojené výpadok staré hodnoty mešká pripája sa',
    blocks: [
      '**Offline** znamená, že server nemá s doskou spojenie. Konzola ukazuje posledné známe hodnoty a pri každej jej vek. Či čerpadlo práve beží, v tej chvíli nevieme.',
      '**Neaktuálne údaje** znamenajú, že doska je pripojená, ale nová hodnota neprišla ani po dvoch intervaloch hlásenia.',
      {
        steps: [
          'Pozrite sa na stav pri názve zariadenia: ukáže, na ktorom mieste medzi prehliadačom a čerpadlom sa spojenie prerušilo a čo s tým.',
          'Skontrolujte, či je doska pod napätím a či pri nej funguje Wi-Fi s internetom.',
          'Ak je v poriadku Wi-Fi a mlčí len menič, skontrolujte jeho napájanie a kábel k doske.',
        ],
      },
      {
        note: 'Zariadenie offline sa ovládať nedá a príkazy sa neodkladajú na neskôr: po návrate by mohli čerpadlo zapnúť v nevhodnej chvíli.',
      },
    ],
  },
} satisfies Partial<HelpTexts['topics']>;
