import { describe, expect, it } from 'vitest';
import { findAccountNumberFault, findAddressFault, findSwiftFault } from './check-method.ts';

describe('a method is checked before it is sent (R-FND-89)', () => {
  it.each([
    ['', 'TRC20', 'empty'],
    ['TExAMPLEq7vK4d8Jm2RzYx5LbW9cHf3sPg', 'TRC20', null],
    [' TExAMPLEq7vK4d8Jm2RzYx5LbW9cHf3sPg ', 'TRC20', null],
    ['TExAMPLEq7vK4d8Jm2RzYx5LbW9cHf3sP', 'TRC20', 'malformed'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'TRC20', 'malformed'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'ERC20', null],
    ['TExAMPLEq7vK4d8Jm2RzYx5LbW9cHf3sPg', 'ERC20', 'malformed'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'Bitcoin', null],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'Bitcoin', null],
    ['bc1qIO0', 'Bitcoin', 'malformed'],
    ['anything-of_letters', 'Newnet', null],
    ['with spaces', 'Newnet', 'malformed'],
  ])('the address %j on %s: %s', (typed, network, fault) => expect(findAddressFault(typed, network)).toBe(fault));

  it.each([
    ['', null],
    ['EXMPFRPP', null],
    ['exmpfrppxxx', null],
    ['EXMPFRP', 'malformed'],
    ['12MPFRPP', 'malformed'],
  ])('the SWIFT code %j: %s', (typed, fault) => expect(findSwiftFault(typed)).toBe(fault));

  it.each([
    ['', 'empty'],
    ['GB82 WEST 1234 5698 7654 32', null],
    ['gb82west12345698765432', null],
    ['GB82 WEST 1234 5698 7654 33', 'malformed'],
    ['000123456789', null],
    ['12-34-56 78901234', null],
    ['né', 'malformed'],
  ])('the account %j: %s', (typed, fault) => expect(findAccountNumberFault(typed)).toBe(fault));
});
