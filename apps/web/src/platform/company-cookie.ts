const threeYearsSeconds = 3 * 365 * 24 * 60 * 60;

/** Which company was chosen in main mode, kept for three years (R-COM-03). Only a page over https can set it as secure. */
export function companyCookie(companyId: number, protocol: string): string {
  const parts = [`company_id=${companyId}`, 'Path=/', `Max-Age=${threeYearsSeconds}`, 'SameSite=Lax'];
  return [...parts, ...(protocol === 'https:' ? ['Secure'] : [])].join('; ');
}
