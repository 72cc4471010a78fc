import type { FaultName, FaultPlace } from '../faults/faults.ts';

/** Texts of the panel page. Kept here, since it is a tool for developers and installers. */
interface PanelTexts {
  lang: string;
  ui: Record<UiWord, string>;
  places: Record<FaultPlace, string>;
  scenarios: Record<string, string>;
  /** Names of the states of register 2100H. */
  states: Record<number, string>;
  reads: Record<string, string>;
  truth: Record<string, string>;
  params: Record<string, string>;
  faults: Record<FaultName, { name: string; sentence: string }>;
}

type UiWord =
  | 'title'
  | 'language'
  | 'boards'
  | 'filter'
  | 'reads'
  | 'truth'
  | 'faults'
  | 'noAnswer'
  | 'active'
  | 'none'
  | 'lost'
  | 'wrong'
  | 'from'
  | 'to'
  | 'keypad'
  | 'display'
  | 'dark'
  | 'inCharge'
  | 'notInCharge';

const sk: PanelTexts = {
  lang: 'sk',
  ui: {
    title: 'Simulátor MaNoBoard',
    language: 'Jazyk',
    boards: 'Dosky',
    filter: 'Hľadať ID',
    reads: 'Čo doska číta',
    truth: 'Čo je pravda',
    faults: 'Poruchy',
    noAnswer: 'menič neodpovedá',
    active: 'zapnuté poruchy',
    none: 'bez porúch',
    lost: 'Simulátor neodpovedá, skúšam znova…',
    wrong: 'číslo musí byť',
    from: 'od',
    to: 'do',
    keypad: 'Klávesnica meniča',
    display: 'Displej',
    dark: 'zhasnutý',
    inCharge:
      'Klávesnica ovláda menič: RUN spustí, STOP zastaví. RST vynuluje poruchu, ktorej príčina pominula.',
    notInCharge:
      'Ovláda sa na diaľku, RUN a STOP nemajú účinok. RST vynuluje poruchu, ktorej príčina pominula.',
  },
  places: {
    plant: 'Čerpadlo a dom',
    drive: 'Menič',
    link: 'Sieť',
    clock: 'Hodiny',
    commands: 'Príkazy',
  },
  scenarios: {
    household: 'domácnosť',
    asleep: 'bez odberu',
    stopped: 'vypnuté čerpadlo',
    local: 'miestne ovládanie',
    cottage: 'prázdna chata, miestne ovládanie',
    tall_house: 'vysoký dom',
    weak_mains: 'slabá sieť',
    self_starting: 'menič sa spúšťa sám',
  },
  states: { 1: 'zapnutý', 2: 'zapnutý, späť', 3: 'vypnutý', 4: 'porucha', 5: 'bez napájania' },
  reads: {
    on_off_state_r: 'Stav meniča',
    frequency_fc: 'Frekvencia',
    pressure: 'Tlak',
    required_pressure: 'Požadovaný tlak',
    motor_current: 'Prúd',
    motor_power: 'Výkon',
    bus_voltage: 'Medziobvod',
    temperature_fc: 'Teplota meniča',
    fault: 'Kód poruchy',
    analog_input_2: 'Analógový vstup 2',
  },
  truth: {
    pressure_bar: 'Tlak v dome',
    flow_lpm: 'Prietok čerpadla',
    frequency_hz: 'Frekvencia',
    power_w: 'Výkon',
    mains_v: 'Sieťové napätie',
    restart: 'Po výpadku prúdu: áno (1), nie (0)',
    restart_s: 'Oneskorenie po výpadku',
    resets: 'Počet nulovaní poruchy',
    reset_s: 'Oneskorenie po poruche',
    drive_c: 'Teplota meniča',
  },
  params: {
    flow_lpm: 'Prietok pri 3 baroch',
    precharge_bar: 'Tlak vzduchu v nádobe',
    gas_l: 'Objem plynu',
    sensor_side: 'Snímač pri čerpadle (1) alebo pri dome (0)',
    reading_v: 'Čítané napätie',
    head_percent: 'Zostávajúca výtlačná výška',
    ambient_c: 'Teplota okolia',
    mains_v: 'Sieťové napätie',
    register: 'Adresa registra',
    delay_s: 'Oneskorenie',
    copies: 'Počet kópií',
    group: 'Veľkosť skupiny',
  },
  faults: {
    dry_run: {
      name: 'Chod nasucho',
      sentence: 'Studňa je prázdna: čerpadlo sa točí vo vzduchu a berie málo výkonu.',
    },
    pipe_burst: {
      name: 'Prasknuté potrubie',
      sentence: 'Voda vyteká potrubím a čerpadlo neudrží tlak.',
    },
    leak: { name: 'Únik vody', sentence: 'Voda bez prestávky presakuje.' },
    wrong_precharge: {
      name: 'Nesprávny tlak vzduchu v nádobe',
      sentence: 'Nádoba stratila vzduch a čerpadlo sa spúšťa častejšie.',
    },
    blocked_outlet: {
      name: 'Upchatý výtlak',
      sentence: 'Z čerpadla do nádoby nič neprejde.',
    },
    sensor_break: {
      name: 'Prerušený vodič snímača',
      sentence: 'Doska aj menič čítajú zo snímača tlaku len toto napätie.',
    },
    worn_impeller: {
      name: 'Opotrebované obežné koleso',
      sentence: 'Na rovnakú prácu treba vyššie otáčky.',
    },
    failed_fan: { name: 'Pokazený ventilátor', sentence: 'Ventilátor meniča stojí a menič sa prehrieva.' },
    under_voltage: { name: 'Podpätie', sentence: 'Zo siete prichádza len toto napätie.' },
    self_start: {
      name: 'Samočinné spustenie',
      sentence: 'Menič sa po výpadku prúdu a po poruche, ktorú si sám vynuluje, spustí bez povelu.',
    },
    fc_link_loss: {
      name: 'Strata spojenia s meničom',
      sentence: 'Menič na linke RS-485 neodpovedá a pokračuje v tom, čo robil.',
    },
    frozen_register: {
      name: 'Zamrznutý register',
      sentence: 'Jeden register odpovedá stále tou istou hodnotou.',
    },
    lost_register: {
      name: 'Nečitateľný register',
      sentence: 'Jeden register menič odmieta prečítať, sám aj spolu so susednými.',
    },
    ack_without_effect: {
      name: 'Potvrdenie bez účinku',
      sentence: 'Menič potvrdí každý zápis a nič neurobí.',
    },
    wifi_loss: {
      name: 'Strata Wi-Fi',
      sentence: 'Doska vypadne zo siete bez rozlúčky a reguluje ďalej.',
    },
    delayed_frames: { name: 'Oneskorené správy', sentence: 'Rámce a udalosti prídu neskôr.' },
    duplicated_frames: { name: 'Zdvojené správy', sentence: 'Každý rámec a udalosť príde viackrát.' },
    reordered_frames: {
      name: 'Preusporiadané správy',
      sentence: 'Rámce a udalosti prídu po skupinách, najnovšie ako prvé.',
    },
    clock_unset: {
      name: 'Nenastavené hodiny',
      sentence: 'Doska nevie, koľko je hodín, a poslúchne len zastavenie.',
    },
    lost_ack: {
      name: 'Stratené potvrdenie',
      sentence: 'Doska príkaz vykoná, ale jej odpoveď sa cestou stratí.',
    },
  },
};

const gb: PanelTexts = {
  lang: 'en',
  ui: {
    title: 'MaNoBoard simulator',
    language: 'Language',
    boards: 'Boards',
    filter: 'Find an ID',
    reads: 'What the board reads',
    truth: 'What is true',
    faults: 'Faults',
    noAnswer: 'the converter does not answer',
    active: 'faults switched on',
    none: 'no faults',
    lost: 'The simulator does not answer, trying again…',
    wrong: 'the number must be',
    from: 'from',
    to: 'to',
    keypad: 'Keypad of the converter',
    display: 'Display',
    dark: 'dark',
    inCharge: 'The keypad is in charge: RUN starts, STOP stops. RST resets a fault whose cause is gone.',
    notInCharge:
      'Remote control is in charge: RUN and STOP have no effect. RST resets a fault whose cause is gone.',
  },
  places: {
    plant: 'Pump and house',
    drive: 'Converter',
    link: 'Network',
    clock: 'Clock',
    commands: 'Commands',
  },
  scenarios: {
    household: 'household',
    asleep: 'no demand',
    stopped: 'pump off',
    local: 'local control',
    cottage: 'empty cottage, local control',
    tall_house: 'tall house',
    weak_mains: 'weak mains',
    self_starting: 'converter starts by itself',
  },
  states: { 1: 'on', 2: 'on, reverse', 3: 'off', 4: 'fault', 5: 'no power' },
  reads: {
    on_off_state_r: 'Converter state',
    frequency_fc: 'Frequency',
    pressure: 'Pressure',
    required_pressure: 'Required pressure',
    motor_current: 'Current',
    motor_power: 'Power',
    bus_voltage: 'DC bus',
    temperature_fc: 'Converter temperature',
    fault: 'Fault code',
    analog_input_2: 'Analog input 2',
  },
  truth: {
    pressure_bar: 'Pressure in the house',
    flow_lpm: 'Flow of the pump',
    frequency_hz: 'Frequency',
    power_w: 'Power',
    mains_v: 'Mains voltage',
    restart: 'After a power cut: yes (1), no (0)',
    restart_s: 'Delay after a power cut',
    resets: 'Fault resets',
    reset_s: 'Delay after a fault',
    drive_c: 'Converter temperature',
  },
  params: {
    flow_lpm: 'Flow at 3 bar',
    precharge_bar: 'Precharge',
    gas_l: 'Volume of gas',
    sensor_side: 'Sensor at the pump (1) or at the house (0)',
    reading_v: 'Voltage that is read',
    head_percent: 'Head that is left',
    ambient_c: 'Temperature of the room',
    mains_v: 'Mains voltage',
    register: 'Address of the register',
    delay_s: 'Delay',
    copies: 'Copies',
    group: 'Size of a group',
  },
  faults: {
    dry_run: {
      name: 'Dry running',
      sentence: 'The well is empty: the pump turns in air and takes little power.',
    },
    pipe_burst: {
      name: 'Pipe burst',
      sentence: 'Water runs out of a pipe, and the pump cannot hold the pressure.',
    },
    leak: { name: 'Leak', sentence: 'Water seeps away without a pause.' },
    wrong_precharge: {
      name: 'Wrong tank precharge',
      sentence: 'The tank lost air, and the pump starts more often.',
    },
    blocked_outlet: { name: 'Blocked outlet', sentence: 'Nothing passes from the pump to the tank.' },
    sensor_break: {
      name: 'Sensor wire break',
      sentence: 'Board and converter read nothing but this voltage from the pressure sensor.',
    },
    worn_impeller: { name: 'Worn impeller', sentence: 'The same work takes a higher speed.' },
    failed_fan: {
      name: 'Failed fan',
      sentence: 'The converter’s fan stands still, and the converter gets hot.',
    },
    under_voltage: { name: 'Under-voltage', sentence: 'The mains brings only this voltage.' },
    self_start: {
      name: 'Starts by itself',
      sentence:
        'The converter starts without a command after a power cut, and after a fault that it resets itself.',
    },
    fc_link_loss: {
      name: 'Converter link loss',
      sentence: 'On its RS-485 line the converter does not answer, and goes on as it was.',
    },
    frozen_register: {
      name: 'Frozen register',
      sentence: 'One register answers with the same value for ever.',
    },
    lost_register: {
      name: 'Lost register',
      sentence: 'One register cannot be read: the converter refuses it, alone and with its neighbours.',
    },
    ack_without_effect: {
      name: 'Ack without effect',
      sentence: 'The converter confirms every write and does nothing.',
    },
    wifi_loss: {
      name: 'Wi-Fi loss',
      sentence: 'The board drops out of the network without a goodbye, and keeps regulating.',
    },
    delayed_frames: { name: 'Delayed frames', sentence: 'Frames and events come later.' },
    duplicated_frames: {
      name: 'Duplicated frames',
      sentence: 'Every frame and event comes more than once.',
    },
    reordered_frames: {
      name: 'Reordered frames',
      sentence: 'Frames and events come in groups, the newest first.',
    },
    clock_unset: {
      name: 'Clock unset',
      sentence: 'The board does not know the time, and obeys stop alone.',
    },
    lost_ack: { name: 'Lost ack', sentence: 'The board obeys, and its answer is lost on the way.' },
  },
};

export const panelTexts = { sk, gb };
