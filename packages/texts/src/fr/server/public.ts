import type * as english from '../../en/server/public.ts';
import type { TextsLike } from '../../texts-like.ts';

export const publicPages: TextsLike<typeof english.publicPages> = {
  pages: {
    log: 'Registre public',
    status: 'État',
    verify: 'Vérifier',
  },
  status: {
    title: 'État',
    lead: 'Chaque nuit, chaque solde, reçu et entrée est recalculé à partir de l’enregistrement de toutes les décisions et comparé à ce qui est conservé.',
    good: 'Tout concorde',
    bad: 'Quelque chose ne concorde pas',
    unfinished: 'Le dernier contrôle n’est pas allé à son terme',
    none: 'Pas encore contrôlé',
    since: 'Depuis le {time}.',
    checked: 'Dernier contrôle : {time}.',
    nights: '90 nuits',
    checksGood: '{good} contrôles sur {count} concordaient.',
    what: 'Ce qui a été contrôlé',
    part: 'Partie',
    compared: 'Comparés',
    result: 'Résultat',
    agrees: 'concorde',
    nothing: 'Rien à comparer pour l’instant',
    differs: 'diffère',
    json: 'En JSON',
    own: 'C’est le serveur de la société qui calcule ceci. Pour contrôler sans lui, utilisez le registre public.',
    parts: {
      journal: 'Enregistrement des décisions',
      balances: 'Soldes et écritures',
      tables: 'Ordres et paiements',
      receipts: 'Reçus et signatures',
      log: 'Registre public',
      liabilities: 'Totaux dus aux clients',
      payments: 'Paiements utilisés une seule fois',
      snapshots: 'Instantanés',
      operators: 'Actions des opérateurs',
      'sign-ins': 'Connexions',
    },
  },
  log: {
    title: 'Registre public',
    lead: 'Les cours de chaque seconde, chaque reçu et chaque règle sont des entrées. Qui garde un état signé voit si une entrée est modifiée ou supprimée plus tard.',
    none: 'Le registre n’a pas encore d’état signé.',
    entries: 'Entrées',
    audit: 'Dernier contrôle nocturne',
    asSigned: 'Le dernier état, tel que signé',
    key: 'Clé du registre',
    keep: 'Gardez cette clé : tout contrôle en a besoin.',
    check: 'Contrôlez vous-même',
    compare:
      'Aucun témoin indépendant ne signe encore ce registre : comparez les états signés avec d’autres personnes.',
    build: {
      title: 'Ce que ce serveur fournit',
      page: 'Page de vérification',
      files: 'Fichiers de l’application',
      entry: 'Entrée {entry} du registre',
      none: 'Pas encore dans le registre',
      compare:
        'Construisez-le à partir des sources et comparez : chaque fichier a le même SHA-256, sinon ce serveur en fournit un autre.',
    },
  },
  liabilities: {
    title: 'Dû aux clients',
    none: 'Aucun total n’a encore été établi. Il y en a un par jour pour les comptes réels.',
    proves:
      'Cela prouve : chaque client qui trouve son propre solde dans l’arbre est compté dans cette somme, aucun compte négatif ne la réduit, et elle concorde avec le grand livre.',
    provesNot:
      'Cela ne prouve pas : que la société détient cet argent, ni que les clients qui n’ont pas regardé sont comptés.',
    currency: 'Devise',
    day: 'Jour',
    sum: 'Somme',
    root: 'Racine de l’arbre',
    faults: {
      negative: 'Non établi : de l’argent bloqué est inférieur à zéro',
      'not-tied': 'Non établi : les comptes ne concordent pas avec le grand livre',
      'too-large': 'Non établi : la somme est trop grande',
    },
  },
};
