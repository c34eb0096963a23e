/**
 * The reference page's "Try it": sends the form's request with the credential of the page, and
 * shows the response. The credential is not stored.
 */
export const script = `
const base = location.pathname.replace(/\\/api\\/partner\\/docs$/, '');
const show = (target, text) => { target.hidden = false; target.textContent = text; };
for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const output = form.nextElementSibling;
    let path = form.dataset.path;
    const query = new URLSearchParams();
    for (const { name, value, dataset } of form.querySelectorAll('input')) {
      if (dataset.in === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
      else if (value) query.set(name, value);
    }
    const field = document.getElementById('credential');
    const credential = field.value.trim() || field.placeholder;
    const target = base + path + (query.size ? '?' + query : '');
    try {
      const response = await fetch(target, { headers: { authorization: 'Bearer ' + credential } });
      const body = await response.json();
      show(output, 'GET ' + target + '\\n' + response.status + '\\n\\n' + JSON.stringify(body, null, 2));
    } catch (error) {
      show(output, 'GET ' + target + '\\n' + error.message);
    }
  });
}
`;
