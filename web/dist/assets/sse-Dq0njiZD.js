var e=class{rest=``;push(e){let n=(this.rest+e).replace(/\r\n?/g,`
`).split(`

`);return this.rest=n.pop()??``,n.map(t).filter(e=>e.data!==``)}};function t(e){let t=`message`,n=``,r=[];for(let i of e.split(`
`)){let[,e,a=``]=/^([^:]*):? ?(.*)$/.exec(i)??[];e===`event`&&(t=a),e===`id`&&(n=a),e===`data`&&r.push(a)}return{name:t,id:n,data:r.join(`
`)}}export{e as t};