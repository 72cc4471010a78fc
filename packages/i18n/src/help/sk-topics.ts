import type { HelpTexts } from './help.ts';

export const topics: HelpTexts['topics'] = {
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
      'Čerpadlo je vypnuté a samo sa nezapne. Vypol ho človek z konzoly, z klávesnice meniča, alebo ho zastavila doska, aby ho ochránila. Dôvod je na karte čerpadla a v časovej osi.',
      {
        steps: [
          'Ak ho zastavila doska, prečítajte si dôvod a odstráňte príčinu.',
          'Ak je na zariadení visačka, pri čerpadle pracuje človek. Počkajte, kým ju zloží.',
          'Zapnite čerpadlo vypínačom. Ak vypínač nejde použiť, je pod ním napísané prečo.',
        ],
      },
      'Po chode nasucho to doska skúsi sama po 1, 5 a 20 hodinách, lebo studňa sa mohla doplniť. Po inej ochrane ho musí zapnúť človek.',
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
          'Vypnite čerpadlo. Visačka ho nevypne.',
          'V ponuke zariadenia zvoľte „Pri čerpadle pracuje človek…“, napíšte dôvod a dokedy.',
          'Odpojte čerpadlo od elektriny a pracujte.',
          'Po práci visačku zložte. Zložiť ju môže ten, kto ju nastavil, technik alebo hlavný predajca.',
        ],
      },
      {
        note: 'Visačka neblokuje klávesnicu meniča ani samočinnú reguláciu a nenahrádza odpojenie od elektriny.',
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
  roles: {
    title: 'Kto čo smie',
    keywords: 'oprávnenia práva vlastník technik predajca rola',
    blocks: [
      'Vlastník má zariadenie vo svojom účte. Prístup môže delegovať technikovi alebo predajcovi. Technik, predajca a hlavný predajca vidia všetky zariadenia. Ktoré úkony komu patria, je v tabuľke; server každé oprávnenie kontroluje znova.',
      { part: 'rights' },
    ],
  },
  users: {
    title: 'Správa používateľov',
    keywords: 'zoznam účet vypnúť oprávnenie poznámka hlavný predajca',
    blocks: [
      'Zoznam všetkých používateľov má hlavný predajca. Hľadá v ňom podľa e-mailu, mena, telefónu, ID alebo zariadenia a filtruje podľa oprávnenia a stavu účtu. Akcie sú v ponuke riadku; ak má používateľ viac zariadení, najprv sa v nej vyberie zariadenie.',
      {
        terms: [
          [
            'Prístup k zariadeniu',
            'Používateľ dostane zariadenie ako vlastník, alebo delegovaný prístup aj s posledným dňom.',
          ],
          [
            'Delegovať prístup',
            'Prístup k zariadeniu z riadku dostane iný používateľ. Musí mať aspoň úroveň Technik.',
          ],
          [
            'Pridať a odobrať oprávnenie',
            'Technik, predajca alebo hlavný predajca. S posledným oprávnením zaniknú aj delegované prístupy používateľa. Posledný hlavný predajca si oprávnenie ponechá.',
          ],
          [
            'Odstrániť zariadenie',
            'Vlastníkovi zanikne vlastníctvo aj všetky delegované prístupy, inému len jeho prístup. Čerpadlo pracuje ďalej.',
          ],
          [
            'Stav zariadenia, základné informácie, grafy, diagnostika, zapísať',
            'Otvoria stránku zariadenia z riadku.',
          ],
          [
            'Vypnúť účet',
            'Používateľ sa hneď odhlási všade a neprihlási sa, kým účet niekto nezapne. Jeho zariadenia pracujú ďalej a nič z jeho údajov sa nezmaže. Vlastný účet a posledného hlavného predajcu vypnúť nemožno.',
          ],
        ],
      },
      {
        note: 'Poznámku vidia len hlavní predajcovia. Ak ju medzitým zmenil niekto iný, konzola ukáže jeho znenie a vašu poznámku neuloží, kým to nepotvrdíte.',
      },
    ],
  },
  delegate: {
    title: 'Delegovanie prístupu',
    keywords: 'zdieľať technik pozvať odobrať',
    blocks: [
      'Delegovaním dáte inému človeku k zariadeniu rovnaké práva, aké máte vy. Odovzdať zariadenie a odstrániť ho môže ďalej len vlastník.',
      {
        steps: [
          'V ponuke zariadenia zvoľte „Delegovať prístup“.',
          'Zadajte e-mail príjemcu. Musí mať účet s potvrdeným e-mailom a aspoň úroveň Technik.',
          'Ak treba, zvoľte posledný deň prístupu.',
        ],
      },
      {
        list: [
          'Kto má prístup, vidíte v tom istom okne. Odobrať ho môžete kedykoľvek, platí to hneď.',
          'Kto dostal prístup od vás, môže ho delegovať ďalej, najviac na taký čas, aký má sám. Keď mu ho odoberiete, stratia ho aj tí, ktorým ho dal.',
        ],
      },
    ],
  },
  transfer: {
    title: 'Odovzdanie a odstránenie zariadenia',
    keywords: 'predaj domu nový vlastník zmazať',
    blocks: [
      '**Odovzdaním** dostane zariadenie nového vlastníka. Vy aj všetci, ktorým bol prístup delegovaný, ho stratíte. Nový vlastník vidí udalosti až odo dňa odovzdania a bez mien predchádzajúcich ľudí. Potrebuje účet s potvrdeným e-mailom, žiadnu rolu.',
      '**Odstránením** zostane zariadenie bez vlastníka. Čerpadlo pracuje ďalej. Znova ho pridá ten, kto pozná heslo na štítku.',
    ],
  },
  account: {
    title: 'Účet, e-mail a heslo',
    keywords: 'profil prihlásenie zabudnuté heslo jazyk',
    blocks: [
      {
        list: [
          'Kým nepotvrdíte svoj e-mail odkazom z pošty, nikto vám nemôže odovzdať zariadenie ani delegovať prístup.',
          'Nový e-mail začne platiť, keď ho potvrdíte. Dovtedy sa prihlasujete doterajším.',
          'Zabudnuté heslo zmeníte odkazom „Zabudli ste heslo?“ na prihlasovacej stránke. Odkaz v e-maile platí jednu hodinu.',
          'Zmena hesla ukončí ostatné prihlásenia.',
          'Jazyk, farbu a vzhľad zmeníte v hornej lište.',
        ],
      },
    ],
  },
  diagnostics: {
    title: 'Diagnostika',
    keywords: 'hodnoty menič snímače technik',
    blocks: [
      {
        list: [
          '**Základná diagnostika**: všetko, čo doska naposledy nahlásila, porucha a udalosti.',
          '**Registre meniča**: čítanie registrov po jednom alebo naraz.',
          '**Základné informácie o meniči**: motor, počítadlá, požadovaný tlak a nastavenie vstupov.',
        ],
      },
      'Stav spojenia pri názve zariadenia prejde všetky miesta od prehliadača po čerpadlo a pomenuje prvé, ktoré nefunguje.',
    ],
  },
  registers: {
    title: 'Registre meniča a zápis hodnoty',
    keywords: 'modbus parameter zapísať čítať',
    blocks: [
      'Mapa registrov závisí od typu meniča. Hodnota v tabuľke je to, čo sa v registri naposledy prečítalo, nie živá hodnota. Registre označené „Neoverené“ sme na skutočnom meniči neoverili.',
      {
        list: [
          'Zapisovať môže technik a hlavný predajca, a len registre, ktoré to dovoľujú, v povolenom rozsahu.',
          'Pred zápisom konzola prečíta súčasnú hodnotu. Ak sa medzitým zmenila, zápis odmietne.',
          'Po zápise register prečíta a ukáže, čo menič naozaj má.',
        ],
      },
      {
        note: 'Nesprávny zápis môže poškodiť čerpadlo alebo vodovodný systém. Všetky zápisy sa zaznamenávajú.',
      },
    ],
  },
  config: {
    title: 'Nastavenie zariadenia',
    keywords: 'konfigurácia hranice tlaku analógový vstup snímač interval',
    blocks: [
      'Nastavenie určuje hranice požadovaného tlaku, rozsah snímača, intervaly hlásení a analógové vstupy. Meniť ho môžu technici a predajcovia. Prázdne pole znamená predvolenú hodnotu.',
      {
        list: [
          'Uložené nastavenie platí, až keď ho zariadenie použije. Dovtedy je stav „Čaká“.',
          'Hranice tlaku platia, len keď sú vyplnené obe.',
          'Analógový vstup sa na prehľade ukáže, keď je zapnutý a má násobok, obe hodnoty aj obe napätia.',
          'Ak nastavenie medzitým zmenil niekto iný, konzola ukáže rozdiely a nič neprepíše.',
        ],
      },
    ],
  },
  firmware: {
    title: 'Aktualizácia firmvéru',
    keywords: 'update nová verzia aktualizovať',
    blocks: [
      'Keď je pre zariadenie pripravená nová verzia, konzola to ukáže na jeho stránke. Doska prijme len firmvér podpísaný výrobcom a určený pre jej typ.',
      {
        steps: [
          'Aktualizujte, len keď nehrozí výpadok napájania a vodu chvíľu netreba.',
          'Prečítajte si, čo je nové, a aktualizáciu spustite. Doska pred prechodom na novú verziu čerpadlo vypne.',
          'Počas aktualizácie zariadenie nepoužívajte. Okno môžete zavrieť, priebeh uvidíte na stránke zariadenia.',
          'Doska sa reštartuje a ohlási sa s novou verziou. Čerpadlo, ktoré kvôli aktualizácii vypla, znova zapne.',
        ],
      },
      'Ak sa nová verzia nespustí správne, doska sa sama vráti k pôvodnej.',
    ],
  },
  restart: {
    title: 'Reštart dosky',
    keywords: 'reštartovať hodiny čas',
    blocks: [
      'Reštart pomôže, keď doska nepozná presný čas alebo dlho posiela oneskorené hodnoty: pri štarte si nastaví čas. Čerpadlo pritom pokračuje v tom, čo robí.',
      {
        note: 'Kým sa doska spúšťa, nechráni čerpadlo. Ak ho predtým sama zastavila, po reštarte ho už sama nespustí.',
      },
    ],
  },
  graphs: {
    title: 'Grafy a spotreba',
    keywords: 'história energia export CSV náklady mesačný prehľad',
    blocks: [
      'Na stránke zariadenia sú grafy všetkých hodnôt od poslednej hodiny po roky. Medzery majú uvedený dôvod a nič sa nedopočítava.',
      {
        list: [
          'Graf zväčšíte a posuniete kolieskom, prstami alebo klávesmi; obdobia aj zariadenia sa dajú porovnať.',
          'Záložka energie ukazuje spotrebu podľa dní, týždňov, mesiacov a rokov, náklady podľa vašej tarify a hodiny behu.',
          'Všetko sa dá stiahnuť ako tabuľka. Mesačný prehľad vám môže prísť aj e-mailom.',
        ],
      },
      'Namerané hodnoty sa zvyčajne uchovávajú 30 dní, ich súhrny po minútach dva roky a po hodinách desať rokov; presné časy určuje prevádzkovateľ.',
    ],
  },
  notifications: {
    title: 'Ako vám prídu upozornenia',
    keywords: 'e-mail push mobil tiché hodiny eskalácia kto dostane webhook',
    blocks: [
      'V profile si pri oznámeniach vyberiete, čo vám príde e-mailom, ako oznámenie v telefóne alebo na vlastnú adresu (webhook), zvlášť pre kritické upozornenia a pre varovania.',
      {
        list: [
          'V tichých hodinách varovania počkajú do rána; kritické upozornenia prídu vždy.',
          'Oznámenia v telefóne zapnete v každom prehliadači zvlášť. Na iPhone a iPade najprv pridajte konzolu na plochu.',
          'Keď si kritické upozornenie nikto nevezme, dostanú ho po čase ďalší ľudia. Kto a kedy, ukazuje záložka pravidiel zariadenia.',
          'Stránka upozornenia ukazuje každú správu s príjemcom a výsledkom.',
        ],
      },
      {
        note: 'Ak e-mail nie je potvrdený alebo server nemá nastavenú poštu, e-maily neprídu. Konzola na to upozorní.',
      },
    ],
  },
  security: {
    title: 'Druhý faktor a prihlásenia',
    keywords: 'dvojfaktor passkey prístupový kľúč TOTP aplikácia záložné kódy odhlásiť stratený telefón',
    blocks: [
      'Druhý faktor chráni účet, aj keď niekto zistí vaše heslo. Technici, predajcovia a hlavní predajcovia ho potrebujú vždy, vlastníkom ho odporúčame.',
      {
        list: [
          'Prístupový kľúč v telefóne alebo počítači je najbezpečnejší a prihlási vás aj bez hesla. Funguje iba na adrese tejto konzoly.',
          'Kódy z aplikácie zadáte po hesle; každý platí raz.',
          'Záložné kódy si uložte mimo telefónu. Každý platí raz, nové nahradia staré.',
          'V profile vidíte, kde ste prihlásení a kto sa o to pokúšal. Cudzie prihlásenie tam ukončíte.',
        ],
      },
      'Pri zmenách, na ktorých záleží, sa konzola raz za desať minút opýta na heslo alebo druhý faktor. O každej takej zmene vám príde správa.',
      {
        note: 'Ak ste stratili telefón aj záložné kódy, požiadajte hlavného predajcu o obnovu. Začne platiť po 24 hodinách a dovtedy ju zrušíte odkazom z e-mailu.',
      },
    ],
  },
  programs: {
    title: 'Iné programy a domácnosť',
    keywords: 'Home Assistant MQTT webhook API automatizácia prístup',
    blocks: [
      'K čerpadlám sa môže pripojiť aj iný program, napríklad Home Assistant. Prihlasovacie údaje mu vytvoríte v profile pri pripojených programoch; heslo sa ukáže raz.',
      {
        list: [
          'Program vidí iba vaše zariadenia a tie, ktoré vám niekto sprístupnil, alebo len tie, ktoré mu vyberiete.',
          'Kým mu to nepovolíte, iba číta. Potom smie čerpadlo zapnúť, vypnúť a nastaviť tlak, s rovnakými kontrolami ako konzola.',
          'Zrušením ho hneď odpojíte. Všetko, čo urobil, je v histórii zariadenia pod jeho menom.',
        ],
      },
    ],
  },
  commissioning: {
    title: 'Uvedenie do prevádzky',
    keywords: 'odovzdanie protokol manometer smer otáčania zatvorený ventil karta čerpadla',
    blocks: [
      'Sprievodca v ponuke zariadenia vedie technika s telefónom pri čerpadle asi desať minút. Výsledky počíta server z nameraných hodnôt.',
      {
        steps: [
          'Porovnajte kartu čerpadla so štítkami.',
          'Overte smer otáčania, snímač tlaku a hladinu v studni.',
          'Nechajte čerpadlo krátko bežať proti zatvorenému ventilu, potom s jedným otvoreným kohútikom.',
          'Overte, či čerpadlo udrží tlak, zaspí a znova sa zobudí.',
          'Odovzdajte protokol človeku, ktorý čerpadlo preberá.',
        ],
      },
      { note: 'Nič sa nespustí samo. Zastaviť sa dá v každom kroku a visačka platí aj tu.' },
    ],
  },
  glossary: {
    title: 'Slovník',
    keywords: 'pojmy význam',
    blocks: [
      {
        terms: [
          [
            'Riadiaca doska (MaNoBoard)',
            'Malý počítač pri meniči. Číta ho, ovláda, chráni čerpadlo a posiela hodnoty.',
          ],
          ['Frekvenčný menič (FM)', 'Prístroj, ktorý mení otáčky motora a drží požadovaný tlak.'],
          ['Požadovaný tlak', 'Tlak, ktorý má čerpadlo držať.'],
          ['Skutočný tlak', 'Tlak, ktorý práve meria snímač.'],
          ['Frekvencia motora', 'Čím vyššia, tým rýchlejšie sa motor točí. 0 Hz znamená, že stojí.'],
          ['Napätie medziobvodu', 'Jednosmerné napätie vnútri meniča. Nízke znamená slabý prívod.'],
          ['Motohodiny', 'Čas, keď sa motor točil.'],
          ['Tlaková nádoba', 'Nádoba so vzduchom, ktorá drží tlak, kým čerpadlo stojí.'],
          ['Tlak vzduchu v nádobe', 'Tlak v prázdnej nádobe. Musí zodpovedať požadovanému tlaku.'],
          ['Sanie a výtlak', 'Strana, odkiaľ čerpadlo vodu berie, a strana, kam ju tlačí.'],
          ['Chod nasucho', 'Čerpadlo beží bez vody. Rýchlo sa zničí.'],
          ['Register', 'Očíslované miesto v pamäti meniča s jednou hodnotou.'],
          ['PID', 'Spôsob, ktorým menič drží tlak: porovnáva požadovaný so skutočným a mení otáčky.'],
          ['RS-485, Modbus', 'Kábel a reč, ktorou sa doska rozpráva s meničom.'],
          ['Firmvér', 'Program v riadiacej doske.'],
          ['Broker', 'Časť servera, ktorá prijíma správy dosiek.'],
          ['Visačka', 'Oznam, že pri čerpadle pracuje človek. Zakáže všetko okrem vypnutia.'],
        ],
      },
    ],
  },
};
