import account from './account.json' with { type: 'json' };
import alerts from './alerts.json' with { type: 'json' };
import fleet from './fleet.json' with { type: 'json' };
import help from './help.json' with { type: 'json' };
import history from './history.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import publicTexts from './public.json' with { type: 'json' };
import pump from './pump.json' with { type: 'json' };
import server from './server.json' with { type: 'json' };
import service from './service.json' with { type: 'json' };
import shell from './shell.json' with { type: 'json' };

export const gb = {
  account,
  alerts,
  fleet,
  help,
  history,
  people,
  public: publicTexts,
  pump,
  server,
  service,
  shell,
};
