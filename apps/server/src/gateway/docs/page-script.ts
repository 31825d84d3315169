/**
 * Script of the page of the API. "Open a demo account" asks this server for one; each form then sends its call to this
 * server and shows the answer. The token lives as long as the page.
 */
export const pageScript = `'use strict';
(() => {
  const status = document.querySelector('#demo-status');
  const opener = document.querySelector('#open-demo');
  let token = null;
  let lastOrder = null;

  async function send(verb, path, fields) {
    const headers = { lang: 'en' };
    if (token !== null) headers.authorization = token;
    const query = verb === 'GET' ? '?' + new URLSearchParams(fields) : '';
    const init = { method: verb, headers };
    if (verb === 'POST') {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(fields);
    }
    const response = await fetch(path + query, init);
    return { status: response.status, body: await response.json() };
  }

  function uuid() {
    const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), '4' + hex.slice(13, 16), '8' + hex.slice(17, 20), hex.slice(20)].join('-');
  }

  opener.addEventListener('click', async () => {
    opener.disabled = true;
    status.textContent = 'Opening…';
    try {
      const { body } = await send('POST', opener.dataset.path, { demo_id: uuid() });
      if (body.code !== 1) throw new Error(body.msg + ' (' + body.code + ')');
      token = body.data.token;
      status.textContent = 'Demo account ' + body.data.user.uid + ' is open.';
      for (const button of document.querySelectorAll('form button')) button.disabled = false;
    } catch (error) {
      status.textContent = 'No demo account: ' + error.message;
      opener.disabled = false;
    }
  });

  function valueOf(input) {
    const text = input.value.replace('{order}', lastOrder ?? '{order}');
    if (input.dataset.json !== undefined) {
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    }
    return text;
  }

  for (const form of document.querySelectorAll('form')) {
    const button = form.querySelector('button');
    const output = form.querySelector('pre');
    button.disabled = form.dataset.session !== undefined;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      output.hidden = false;
      output.textContent = 'Sending…';
      const fields = {};
      for (const input of form.querySelectorAll('input')) if (input.value !== '') fields[input.name] = valueOf(input);
      try {
        const { status: http, body } = await send(form.dataset.verb, form.dataset.path, fields);
        if (form.dataset.call === 'placeOrder' && body.code === 1) lastOrder = body.data.Id;
        output.textContent = 'HTTP ' + http + '\\n' + JSON.stringify(body, null, 2);
      } catch (error) {
        output.textContent = 'No answer: ' + error.message;
      }
      button.disabled = false;
    });
  }
})();
`;
