import { installationCalls } from '@candor/contracts/console/installation';
import { parseLanguage } from '@candor/contracts/languages';
import type { JurisdictionId } from '@candor/domain/values/jurisdiction';
import { formatMoney, parseMoney } from '@candor/domain/values/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { CompanyRecord, CompanyTerms } from '../../../ports/company.ts';
import { nameOfHost } from '../../../services/company/companies.ts';
import type { Installation, InstallationRefusal } from '../../../services/company/installation.ts';
import { apiHostOf } from '../cross-origin.ts';
import { invalidField, RefusalError } from '../envelope.ts';
import { addConsoleCall, type ConsoleDeps } from './add-console-call.ts';
import { wireFields } from './company.ts';
import { pageRows } from './list-query.ts';

type Body = z.infer<(typeof installationCalls)['change']['body']>;

/** Upper limit of a demo balance. */
const demoBalanceMax = parseMoney('10000000') ?? 0n;

/** Companies, created and changed by operators of the installation (R-COM-10). */
export function registerInstallationCalls(
  app: FastifyInstance,
  deps: ConsoleDeps & { readonly installation: Installation },
): void {
  const { installation } = deps;
  addConsoleCall(app, deps, installationCalls.list, async ({ query }) =>
    pageRows((await installation.all()).map(toRow), query),
  );
  addConsoleCall(app, deps, installationCalls.one, async ({ params }) => {
    const found = await installation.find(params.id);
    if (found === null) throw new RefusalError('companyNotFound');
    return { ...toRow(found.company), is_taken: found.isTaken };
  });
  addConsoleCall(app, deps, installationCalls.add, async ({ operator, body, request }) => {
    const settings = {
      name: body.name,
      isPublic: body.is_public,
      jurisdiction: body.jurisdiction as JurisdictionId,
      languages: body.languages,
      verifyRegType: body.verify_reg_type,
      verifyType: body.verify_type === 2 ? 2 : 1,
    } as const;
    const { is_trial: isTrial, operator_email: operatorEmail, reason } = body;
    if (body.hosts.length === 0) throw invalidField('hosts');
    const asked = { settings, terms: toTerms(body), isTrial, operatorEmail, reason };
    const added = await installation.add(operator, asked, calledHosts(request));
    if (added.kind !== 'added') throw refusalOf(added);
    return { ...toRow(added.company), operator: added.operator };
  });
  addConsoleCall(app, deps, installationCalls.change, async ({ operator, params, body, request }) => {
    const { version: lastVersion, is_sure: isSure, reason } = body;
    const change = { lastVersion, terms: toTerms(body), isSure, reason };
    const changed = await installation.change(operator, params.id, change, calledHosts(request));
    if (changed.kind !== 'changed') throw refusalOf(changed);
    return toRow(changed.company);
  });
  addConsoleCall(app, deps, installationCalls.giveOperator, async ({ operator, params, body }) => {
    const given = await installation.giveOperator(operator, params.id, body);
    if (given.kind !== 'given') throw refusalOf(given);
    return { email: given.email, link: given.link };
  });
}

function refusalOf(refusal: InstallationRefusal): RefusalError {
  const { kind } = refusal;
  if (kind === 'not-allowed') return new RefusalError('settingNotAllowed', { data: { field: fieldOf(refusal.field) } });
  const data = 'host' in refusal ? { field: 'hosts', host: refusal.host } : null;
  return new RefusalError(refusalNames[kind], { data });
}

const refusalNames = {
  'host-invalid': 'companyHostInvalid',
  'host-taken': 'companyHostTaken',
  'host-reserved': 'companyHostReserved',
  'too-many': 'tooManyCompanies',
  'not-found': 'companyNotFound',
  'version-changed': 'versionChanged',
  'default-at-risk': 'defaultCompanyAtRisk',
  'operator-exists': 'firstOperatorExists',
} as const;

function fieldOf(field: keyof typeof wireFields | 'lossUrl' | 'url'): string {
  if (field === 'lossUrl') return 'loss_url';
  return field === 'url' ? 'url' : wireFields[field];
}

function toTerms(body: Omit<Body, 'version' | 'is_sure' | 'reason'>): CompanyTerms {
  const demoBalance = parseMoney(body.demo_balance);
  if (demoBalance === null || demoBalance < 0n || demoBalance > demoBalanceMax) throw invalidField('demo_balance');
  return {
    hosts: withApiHosts(body.hosts),
    type: body.type,
    status: body.status,
    lossUrl: body.loss_url,
    url: body.url,
    links: body.links,
    demoBalance,
    isMobileShown: body.is_mobile_shown,
  };
}

/** Pages call the API host of their own domain, so that host counts as the company's too, listed or not. */
function withApiHosts(hosts: readonly string[]): string[] {
  const pages = hosts.filter((host) => !host.startsWith('api.'));
  const beside = new Set(pages.flatMap((host) => apiHostOf(host) ?? []));
  return [...hosts, ...[...beside].filter((host) => !hosts.includes(host))];
}

/** Returns the called host and the API host that its pages call. */
function calledHosts({ host }: FastifyRequest): string[] {
  const name = nameOfHost(host);
  return [name, apiHostOf(name) ?? name];
}

function toRow(company: CompanyRecord) {
  return {
    id: company.id as number,
    version: company.version,
    name: company.name,
    jurisdiction: company.jurisdiction as string,
    languages: company.languages.flatMap((text) => parseLanguage(text) ?? []),
    verify_reg_type: company.verifyRegType,
    verify_type: company.verifyType as number,
    is_public: company.isPublic,
    is_trial: company.isTrial,
    hosts: [...company.hosts],
    status: company.status,
    type: company.type,
    loss_url: company.lossUrl,
    url: company.url,
    links: [...company.links],
    demo_balance: formatMoney(company.demoBalance),
    is_mobile_shown: company.isMobileShown,
  };
}
