import type { HelpTexts } from '../help.ts';

export const tools = {
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
          'Odpovedzte, či sa menič smie po výpadku prúdu spustiť sám.',
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
} satisfies Partial<HelpTexts['topics']>;
