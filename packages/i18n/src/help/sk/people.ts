import type { HelpTexts } from '../help.ts';

export const people = {
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
} satisfies Partial<HelpTexts['topics']>;
