import type * as english from '../../en/web/ways.ts';
import type { TextsLike } from '../../texts-like.ts';

export const ways: TextsLike<typeof english.ways> = {
  'push.title': 'Saperlo anche ad app chiusa?',
  'push.text': 'Il suo avviso è impostato. Una notifica push è il modo più rapido per raggiungerla.',
  'push.example': 'Il suo avviso è scattato. Esempio',
  'push.kinds': 'Avvisi, esecuzioni, margin call',
  'push.choose': 'Sceglie per evento, in ogni momento',
  'push.never': 'Nessuna offerta, nessun invito a operare',
  'push.notNow': 'Non ora',
  'push.allow': 'Consenti il push',
  'push.on': 'Questo dispositivo riceve ora le notifiche push.',
  'push.blocked': 'Il browser non consente le notifiche di questo sito. Può cambiarlo nelle sue impostazioni.',
  'push.failed': 'Non è stato possibile attivare il push. Riprovi più tardi.',
  'notices.all': 'Tutte',
  'notices.noneOfKind': 'Ancora nulla di questo tipo',
  'notices.showAll': 'Mostra tutte',
  'push.device': 'Push su questo dispositivo',
  'push.deviceText': 'La raggiunge ad app chiusa',
  'push.missing': 'Questo browser non riceve notifiche push. Su iPhone aggiunga prima l’app alla schermata Home.',
  'ways.title': 'Che cosa la raggiunge',
  'ways.event': 'Evento',
  'ways.push': 'Push',
  'ways.mail': 'E-mail',
  'ways.app': 'App',
  'ways.choice': '{event}: {way}',
  'ways.always': 'Sempre attivo',
  'ways.quiet': 'Ore di silenzio',
  'ways.quietText':
    '{from}–{to}, {zone}. Margin call, stop out, sicurezza ed e-mail con lucchetto arrivano comunque; il resto è nell’elenco.',
  'ways.from': 'Silenzio dalle',
  'ways.to': 'Silenzio fino alle',
  'ways.amounts': 'Importi nel push',
  'ways.amountsText': 'Se disattivato, la schermata di blocco mostra solo «{event}»',
  'ways.lockNote':
    'Un lucchetto significa che non si può disattivare: riguarda il suo denaro, il suo conto o l’elenco stesso.',
  'ways.failed': 'Le scelte non sono state caricate',
};
