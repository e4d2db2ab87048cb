<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>cudnn_setup::ArchivePage</name>
        <message>
            <source>Archive</source>
            <translation>压缩包</translation>
        </message>
        <message>
            <source>cannot be used</source>
            <translation>不能使用</translation>
        </message>
        <message>
            <source>Reading...</source>
            <translation>正在读取...</translation>
        </message>
        <message>
            <source>Read %1 of %2</source>
            <translation>已读取 %1，共 %2</translation>
        </message>
        <message>
            <source>Browse...</source>
            <translation>浏览...</translation>
        </message>
        <message>
            <source>Path of the archive</source>
            <translation>压缩包的路径</translation>
        </message>
        <message>
            <source>NVIDIA's licence</source>
            <translation>NVIDIA 许可协议</translation>
        </message>
        <message>
            <source>I accept NVIDIA's licence</source>
            <translation>我接受 NVIDIA 的许可协议</translation>
        </message>
        <message>
            <source>You can also drop a zip, a Python wheel or an unpacked folder anywhere on this window.</source>
            <translation>也可以把 zip、Python wheel 或已解压的文件夹拖到本窗口的任意位置。</translation>
        </message>
        <message>
            <source>This archive cannot be used here</source>
            <translation>此压缩包不能在这里使用</translation>
        </message>
        <message>
            <source>Nothing has been changed. The archive was only read.</source>
            <translation>未作任何更改，只读取了压缩包。</translation>
        </message>
        <message>
            <source>This is NVIDIA's cuDNN %1, unaltered</source>
            <translation>这是 NVIDIA 的 cuDNN %1，未经改动</translation>
        </message>
        <message>
            <source>cuDNN %1, but not NVIDIA's own archive</source>
            <translation>cuDNN %1，但不是 NVIDIA 的原始压缩包</translation>
        </message>
        <message>
            <source>This holds cuDNN %1</source>
            <translation>其中是 cuDNN %1</translation>
        </message>
        <message>
            <source>No toolkit on this PC is for CUDA %1. Nothing has been changed.</source>
            <translation>这台电脑上没有适用于 CUDA %1 的工具包。未作任何更改。</translation>
        </message>
        <message>
            <source>It fits %1 on this PC. Nothing has been changed.</source>
            <translation>它适用于这台电脑上的 %1。未作任何更改。</translation>
        </message>
        <message>
            <source>, </source>
            <comment>between toolkits</comment>
            <translation>、</translation>
        </message>
        <message>
            <source>none in the archive; it is on NVIDIA's page</source>
            <translation>压缩包中没有，请见 NVIDIA 网页</translation>
        </message>
        <message>
            <source>from the archive, unchanged</source>
            <translation>来自压缩包，未作改动</translation>
        </message>
        <message>
            <source>Reading the archive</source>
            <translation>正在读取压缩包</translation>
        </message>
        <message>
            <source>Every byte is read and checked in memory. This changes nothing.</source>
            <translation>在内存中读取并检查每个字节，不作任何更改。</translation>
        </message>
        <message>
            <source>Choose NVIDIA's cuDNN archive</source>
            <translation>选择 NVIDIA 的 cuDNN 压缩包</translation>
        </message>
        <message>
            <source>The zip from NVIDIA's page, for example cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip.</source>
            <translation>来自 NVIDIA 网页的 zip，例如 cudnn-windows-x86_64-9.5.0.50_cuda12-archive.zip。</translation>
        </message>
        <message>
            <source>Version</source>
            <translation>版本</translation>
        </message>
        <message>
            <source>Built for</source>
            <translation>适用于</translation>
        </message>
        <message>
            <source>CUDA %1, 64-bit Windows</source>
            <translation>CUDA %1，64 位 Windows</translation>
        </message>
        <message>
            <source>Contents</source>
            <translation>内容</translation>
        </message>
        <message numerus="yes">
            <source>%n libraries</source>
            <translation>
                <numerusform>%n 个库</numerusform>
            </translation>
        </message>
        <message>
            <source>, </source>
            <comment>between counts</comment>
            <translation>，</translation>
        </message>
        <message numerus="yes">
            <source>%n headers</source>
            <translation>
                <numerusform>%n 个头文件</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n import libraries</source>
            <translation>
                <numerusform>%n 个导入库</numerusform>
            </translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>%1, %2 unpacked</source>
            <translation>%1，解压后 %2</translation>
        </message>
        <message>
            <source>NVIDIA's zip</source>
            <translation>NVIDIA 的 zip</translation>
        </message>
        <message>
            <source>Python wheel</source>
            <translation>Python wheel</translation>
        </message>
        <message>
            <source>Unpacked folder</source>
            <translation>已解压的文件夹</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>类型</translation>
        </message>
        <message>
            <source>Hash known from NVIDIA's list</source>
            <translation>哈希与 NVIDIA 公布的一致</translation>
        </message>
        <message>
            <source>Another hash than NVIDIA's archive</source>
            <translation>哈希与 NVIDIA 的压缩包不同</translation>
        </message>
        <message>
            <source>Hash not in our list</source>
            <translation>哈希不在已知列表中</translation>
        </message>
        <message>
            <source>Signatures: checked while unpacking</source>
            <translation>签名：解压时检查</translation>
        </message>
        <message>
            <source>on the very bytes that are placed</source>
            <translation>检查的正是要放置的字节</translation>
        </message>
        <message numerus="yes">
            <source>Complete: all %n libraries are there</source>
            <translation>
                <numerusform>完整：%n 个库全部在内</numerusform>
            </translation>
        </message>
        <message>
            <source>every checksum correct</source>
            <translation>所有校验和正确</translation>
        </message>
        <message>
            <source>Consistent: name, header and libraries agree</source>
            <translation>一致：名称、头文件与库相符</translation>
        </message>
        <message>
            <source>found by content, for CUDA %1</source>
            <translation>由内容判定，适用于 CUDA %1</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::BlockerPanel</name>
        <message>
            <source>How it was found out</source>
            <translation>判断依据</translation>
        </message>
        <message>
            <source>What to do next</source>
            <translation>下一步怎么做</translation>
        </message>
        <message>
            <source>Another archive...</source>
            <translation>其他压缩包...</translation>
        </message>
        <message>
            <source>NVIDIA's page</source>
            <translation>NVIDIA 网页</translation>
        </message>
        <message>
            <source>%1, exit code %2</source>
            <translation>%1，退出代码 %2</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::Button</name>
        <message>
            <source>Windows asks for administrator rights</source>
            <translation>Windows 会请求管理员权限</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::InstallPage</name>
        <message>
            <source>Install</source>
            <translation>安装</translation>
        </message>
        <message>
            <source>putting back</source>
            <translation>正在恢复</translation>
        </message>
        <message numerus="yes">
            <source>%n seconds</source>
            <translation>
                <numerusform>用时 %n 秒</numerusform>
            </translation>
        </message>
        <message>
            <source>already there</source>
            <translation>已经存在</translation>
        </message>
        <message>
            <source>cancelled</source>
            <translation>已取消</translation>
        </message>
        <message>
            <source>put back</source>
            <translation>已恢复</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message numerus="yes">
            <source>%n toolkits</source>
            <translation>
                <numerusform>%n 个工具包</numerusform>
            </translation>
        </message>
        <message>
            <source>Copy details</source>
            <translation>复制详细信息</translation>
        </message>
        <message>
            <source>Putting everything back</source>
            <translation>正在恢复原状</translation>
        </message>
        <message>
            <source>The toolkit and PATH become exactly what they were.</source>
            <translation>工具包和 PATH 将恢复到原来的样子。</translation>
        </message>
        <message>
            <source>Installing cuDNN %1 into %2</source>
            <translation>正在将 cuDNN %1 装入 %2</translation>
        </message>
        <message>
            <source>You can cancel at any moment. Everything is then put back as it was.</source>
            <translation>可随时取消，取消后一切恢复原状。</translation>
        </message>
        <message>
            <source>Every file that was moved goes back to its place.</source>
            <translation>移动过的每个文件都回到原处。</translation>
        </message>
        <message>
            <source>The old files are kept. If anything fails now, they go back to their places.</source>
            <translation>旧文件已保留。若此时失败，它们会回到原处。</translation>
        </message>
        <message>
            <source>%1 is still untouched: the new files wait beside it until every one of them is checked.</source>
            <translation>%1 尚未改动：新文件在一旁等待，直到全部检查完毕。</translation>
        </message>
        <message>
            <source>Cancelled. Everything is as it was</source>
            <translation>已取消，一切保持原状</translation>
        </message>
        <message>
            <source>No file and no PATH entry was left changed.</source>
            <translation>没有文件或 PATH 条目被改变。</translation>
        </message>
        <message>
            <source>It failed, and everything was put back</source>
            <translation>安装失败，已全部恢复</translation>
        </message>
        <message>
            <source>The toolkit and PATH are exactly what they were before.</source>
            <translation>工具包和 PATH 与之前完全相同。</translation>
        </message>
        <message>
            <source>It failed, and not everything could be put back</source>
            <translation>安装失败，且未能全部恢复</translation>
        </message>
        <message>
            <source>The next installation or repair of this toolkit settles it first.</source>
            <translation>下一次安装或修复此工具包时会先处理。</translation>
        </message>
        <message>
            <source>It was refused before anything was changed</source>
            <translation>在作出任何更改之前已拒绝</translation>
        </message>
        <message>
            <source>The log is in %1.</source>
            <translation>日志位于 %1。</translation>
        </message>
        <message>
            <source>Ready to install</source>
            <translation>准备安装</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%1 / %2</translation>
        </message>
        <message numerus="yes">
            <source>about %n seconds left</source>
            <translation>
                <numerusform>大约还需 %n 秒</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %n minutes left</source>
            <translation>
                <numerusform>大约还需 %n 分钟</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n seconds so far</source>
            <translation>
                <numerusform>已用 %n 秒</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::LampChain</name>
        <message>
            <source>no GPU</source>
            <translation>没有 GPU</translation>
        </message>
        <message>
            <source>created</source>
            <translation>已创建</translation>
        </message>
        <message>
            <source>computed</source>
            <translation>已完成</translation>
        </message>
        <message>
            <source>New process</source>
            <translation>新进程</translation>
        </message>
        <message>
            <source>Driver</source>
            <translation>驱动程序</translation>
        </message>
        <message>
            <source>PATH</source>
            <translation>PATH</translation>
        </message>
        <message>
            <source>Libraries</source>
            <translation>库文件</translation>
        </message>
        <message>
            <source>GPU handle</source>
            <translation>GPU 句柄</translation>
        </message>
        <message>
            <source>Convolution</source>
            <translation>卷积</translation>
        </message>
        <message>
            <source>Numbers</source>
            <translation>数值</translation>
        </message>
        <message>
            <source>not run</source>
            <translation>未运行</translation>
        </message>
        <message>
            <source>passed</source>
            <translation>通过</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>running</source>
            <translation>正在运行</translation>
        </message>
        <message>
            <source>waiting</source>
            <translation>等待</translation>
        </message>
        <message>
            <source>Steps of the proof</source>
            <translation>实测步骤</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::MainWindow</name>
        <message>
            <source>Install</source>
            <translation>安装</translation>
        </message>
        <message>
            <source>Finish</source>
            <translation>完成</translation>
        </message>
        <message>
            <source>Next</source>
            <translation>下一步</translation>
        </message>
        <message>
            <source>Run again</source>
            <translation>再次运行</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>上一步</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Stop and put everything back?</source>
            <translation>停止并恢复原状？</translation>
        </message>
        <message>
            <source>Some files are already in their new places. They are moved back now; this takes about a second.</source>
            <translation>部分文件已放到新位置，现在会移回去，大约需要一秒。</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Choose NVIDIA's cuDNN archive</source>
            <translation>选择 NVIDIA 的 cuDNN 压缩包</translation>
        </message>
        <message>
            <source>cuDNN archives (*.zip *.whl)</source>
            <translation>cuDNN 压缩包 (*.zip *.whl)</translation>
        </message>
        <message>
            <source>All files (*)</source>
            <translation>所有文件 (*)</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::PathDiff</name>
        <message>
            <source>Machine PATH</source>
            <translation>系统 PATH</translation>
        </message>
        <message>
            <source>User PATH</source>
            <translation>用户 PATH</translation>
        </message>
        <message>
            <source>%1 entries become %2</source>
            <translation>条目由 %1 个变为 %2 个</translation>
        </message>
        <message>
            <source>%1 → %2 of 2,047 characters</source>
            <translation>%1 → %2 个字符，上限 2,047</translation>
        </message>
        <message>
            <source>Show less</source>
            <translation>收起</translation>
        </message>
        <message numerus="yes">
            <source>Show all %n entries</source>
            <translation>
                <numerusform>显示全部 %n 个条目</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::PathLines</name>
        <message>
            <source>added</source>
            <translation>添加</translation>
        </message>
        <message>
            <source>removed</source>
            <translation>移除</translation>
        </message>
        <message>
            <source>kept</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>Entries of PATH</source>
            <translation>PATH 条目</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::PlanModel</name>
        <message numerus="yes">
            <source>%n old files, until you uninstall</source>
            <translation>
                <numerusform>%n 个旧文件，保留到卸载</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n libraries</source>
            <translation>
                <numerusform>%n 个库</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n headers</source>
            <translation>
                <numerusform>%n 个头文件</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n import libraries</source>
            <translation>
                <numerusform>%n 个导入库</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n static libraries</source>
            <translation>
                <numerusform>%n 个静态库</numerusform>
            </translation>
        </message>
        <message>
            <source>the licence</source>
            <translation>许可协议</translation>
        </message>
        <message>
            <source>Keep aside</source>
            <translation>另存</translation>
        </message>
        <message>
            <source>Action</source>
            <translation>操作</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <source>Folder in %1</source>
            <translation>%1 中的位置</translation>
        </message>
        <message>
            <source>Version</source>
            <translation>版本</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::PlanView</name>
        <message>
            <source>Planned steps</source>
            <translation>计划的步骤</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::ProgressBar</name>
        <message>
            <source>Putting everything back</source>
            <translation>正在恢复原状</translation>
        </message>
        <message>
            <source>Progress</source>
            <translation>进度</translation>
        </message>
        <message>
            <source>%1 percent</source>
            <translation>百分之 %1</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::ProofPage</name>
        <message>
            <source>Proof</source>
            <translation>实测</translation>
        </message>
        <message>
            <source>running</source>
            <translation>正在运行</translation>
        </message>
        <message>
            <source>Copy report</source>
            <translation>复制报告</translation>
        </message>
        <message>
            <source>Trying it in a new process</source>
            <translation>正在新进程中实测</translation>
        </message>
        <message>
            <source>Not elevated, with the PATH that a new program gets. This only reads and computes.</source>
            <translation>普通权限，使用新程序会得到的 PATH。只读取和计算。</translation>
        </message>
        <message>
            <source>Installed, but not proven</source>
            <translation>已安装，但未经实测</translation>
        </message>
        <message>
            <source>cuDNN %1 works on your %2</source>
            <translation>cuDNN %1 可以在 %2 上正常工作</translation>
        </message>
        <message numerus="yes">
            <source>cuDNN %1 works on all %n GPUs</source>
            <translation>
                <numerusform>cuDNN %1 在全部 %n 个 GPU 上正常工作</numerusform>
            </translation>
        </message>
        <message>
            <source>A new, unelevated process found it and computed a convolution. All %1 numbers agree with a CPU reference: they differ by at most %2, and %3 is allowed.</source>
            <translation>一个新启动的普通权限进程找到它并完成卷积计算。全部 %1 个数值与 CPU 参考值一致：最大误差为 %2（允许 %3）。</translation>
        </message>
        <message>
            <source>Also: %1.</source>
            <translation>同样适用于：%1。</translation>
        </message>
        <message>
            <source>, </source>
            <comment>between files</comment>
            <translation>、</translation>
        </message>
        <message>
            <source>cuDNN %1 does not work for a new process</source>
            <translation>cuDNN %1 在新进程中不能工作</translation>
        </message>
        <message>
            <source>cuDNN %1 fails at: %2</source>
            <translation>cuDNN %1 未通过：%2</translation>
        </message>
        <message>
            <source>Time per iteration, ms</source>
            <translation>每次迭代用时（ms）</translation>
        </message>
        <message>
            <source>Rate</source>
            <translation>速率</translation>
        </message>
        <message>
            <source>Numbers</source>
            <translation>数值</translation>
        </message>
        <message>
            <source>Graphics card</source>
            <translation>显卡</translation>
        </message>
        <message>
            <source>Running</source>
            <translation>正在运行</translation>
        </message>
        <message>
            <source>comes from the median</source>
            <translation>由中位数得出</translation>
        </message>
        <message>
            <source>compared before anything is timed</source>
            <translation>计时之前先作比较</translation>
        </message>
        <message>
            <source>GPU %1, %2, compute capability %3</source>
            <translation>GPU %1，%2，计算能力 %3</translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>另有 %n 个</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 TFLOP/s</source>
            <translation>%1 TFLOP/s</translation>
        </message>
        <message>
            <source>batch %1, median of %2 iterations after %3 to warm up</source>
            <translation>批量 %1，预热 %3 次后取 %2 次迭代的中位数</translation>
        </message>
        <message>
            <source>%1 outputs compared, largest error %2, allowed %3</source>
            <translation>比较 %1 个输出，最大误差 %2，允许 %3</translation>
        </message>
        <message>
            <source>not compared</source>
            <translation>未比较</translation>
        </message>
        <message>
            <source>Worth knowing</source>
            <translation>值得了解</translation>
        </message>
        <message>
            <source>Why, and what to do next</source>
            <translation>原因与下一步</translation>
        </message>
        <message>
            <source>Programs that are open still have the old PATH. Restart them to use cuDNN.</source>
            <translation>已打开的程序仍使用旧的 PATH，重新启动后即可使用 cuDNN。</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::RateLine</name>
        <message>
            <source>Writing speed</source>
            <translation>写入速度</translation>
        </message>
        <message>
            <source>%1 MB/s</source>
            <translation>%1 MB/s</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::ReviewPage</name>
        <message>
            <source>Review</source>
            <translation>核对</translation>
        </message>
        <message>
            <source>blocked</source>
            <translation>受阻</translation>
        </message>
        <message>
            <source>Plan %1</source>
            <translation>计划 %1</translation>
        </message>
        <message>
            <source>Archive</source>
            <translation>压缩包</translation>
        </message>
        <message>
            <source>stays as it is</source>
            <translation>保持不变</translation>
        </message>
        <message>
            <source>stays as it is: the folder is on it already</source>
            <translation>保持不变：该文件夹已在其中</translation>
        </message>
        <message>
            <source>Copy plan</source>
            <translation>复制计划</translation>
        </message>
        <message>
            <source>This plan cannot be carried out</source>
            <translation>此计划无法执行</translation>
        </message>
        <message>
            <source>Nothing has been changed.</source>
            <translation>未作任何更改。</translation>
        </message>
        <message>
            <source>Planning</source>
            <translation>正在制定计划</translation>
        </message>
        <message>
            <source>Nothing has been written yet.</source>
            <translation>尚未写入任何内容。</translation>
        </message>
        <message>
            <source>Everything is in place already</source>
            <translation>一切已经就位</translation>
        </message>
        <message>
            <source>Nothing needs to be written. Install only checks and proves it.</source>
            <translation>无需写入，“安装”只作检查和实测。</translation>
        </message>
        <message numerus="yes">
            <source>%n files go in</source>
            <translation>
                <numerusform>放入 %n 个文件</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n go out</source>
            <translation>
                <numerusform>移出 %n 个</numerusform>
            </translation>
        </message>
        <message>
            <source>PATH gains one entry</source>
            <translation>PATH 增加一个条目</translation>
        </message>
        <message>
            <source>PATH stays</source>
            <translation>PATH 不变</translation>
        </message>
        <message>
            <source>, </source>
            <comment>between parts of the title</comment>
            <translation>，</translation>
        </message>
        <message>
            <source>Nothing has been written yet. Either all of this happens or none of it, and nothing else is touched.</source>
            <translation>尚未写入任何内容。以下操作要么全部完成，要么全不发生，其他内容不受影响。</translation>
        </message>
        <message>
            <source>Check again</source>
            <translation>再次检查</translation>
        </message>
        <message>
            <source>Show less</source>
            <translation>收起</translation>
        </message>
        <message numerus="yes">
            <source>%n more</source>
            <translation>
                <numerusform>另有 %n 条</numerusform>
            </translation>
        </message>
        <message>
            <source>I agree that these files are replaced; they come back on uninstall</source>
            <translation>我同意替换这些文件，卸载时会还原</translation>
        </message>
        <message numerus="yes">
            <source>All %n files are there already</source>
            <translation>
                <numerusform>%n 个文件都已在其中</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing goes in or out. A receipt is written, so that they can be checked and removed later.</source>
            <translation>不放入也不移出。只写入回执，以便日后检查和卸载。</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::StartPage</name>
        <message>
            <source>This PC</source>
            <translation>本机</translation>
        </message>
        <message>
            <source>no NVIDIA GPU</source>
            <translation>没有 NVIDIA GPU</translation>
        </message>
        <message>
            <source>%1, driver %2</source>
            <translation>%1，驱动 %2</translation>
        </message>
        <message>
            <source>Another archive...</source>
            <translation>其他压缩包...</translation>
        </message>
        <message>
            <source>Choose archive...</source>
            <translation>选择压缩包...</translation>
        </message>
        <message>
            <source>Recommended: cuDNN %1 into %2</source>
            <translation>建议：将 cuDNN %1 装入 %2</translation>
        </message>
        <message>
            <source>Next shows what the archive is and changes nothing.</source>
            <translation>下一步只查看压缩包，不作任何更改。</translation>
        </message>
        <message>
            <source>Next: look at the archive that was named</source>
            <translation>下一步：查看指定的压缩包</translation>
        </message>
        <message>
            <source>Next: choose NVIDIA's cuDNN archive</source>
            <translation>下一步：选择 NVIDIA 的 cuDNN 压缩包</translation>
        </message>
        <message>
            <source>A zip, a Python wheel or an unpacked folder. Next only looks at it and changes nothing.</source>
            <translation>zip、Python wheel 或已解压的文件夹。下一步只查看，不作任何更改。</translation>
        </message>
        <message>
            <source>Looking at this PC</source>
            <translation>正在查看这台电脑</translation>
        </message>
        <message>
            <source>Graphics card, driver, CUDA toolkits and PATH. This only reads.</source>
            <translation>显卡、驱动程序、CUDA 工具包和 PATH。只读取。</translation>
        </message>
        <message>
            <source>No CUDA toolkit was found on this PC</source>
            <translation>这台电脑上没有找到 CUDA 工具包</translation>
        </message>
        <message>
            <source>cuDNN goes into a CUDA 12 toolkit. Install NVIDIA's toolkit first, then press F5. Nothing has been changed.</source>
            <translation>cuDNN 要装入 CUDA 12 工具包。请先安装 NVIDIA 的工具包，再按 F5。未作任何更改。</translation>
        </message>
        <message>
            <source>An earlier run in %1 was cut off</source>
            <translation>%1 中先前的一次运行被中断</translation>
        </message>
        <message>
            <source>Installing settles it first: what was half done is completed or undone. Looking changed nothing.</source>
            <translation>安装会先处理它：补完或撤销未完成的部分。查看未作任何更改。</translation>
        </message>
        <message>
            <source>No toolkit on this PC can take cuDNN as it is</source>
            <translation>这台电脑上没有可装入 cuDNN 的工具包</translation>
        </message>
        <message>
            <source>The list says why. Nothing has been changed.</source>
            <translation>原因见列表。未作任何更改。</translation>
        </message>
        <message>
            <source>of unknown version</source>
            <translation>（版本未知）</translation>
        </message>
        <message>
            <source>%1 is ready for cuDNN</source>
            <translation>%1 可以装入 cuDNN</translation>
        </message>
        <message>
            <source>No cuDNN is in it yet. Looking changed nothing.</source>
            <translation>其中还没有 cuDNN。查看未作任何更改。</translation>
        </message>
        <message>
            <source>This PC is ready, but its cuDNN is incomplete</source>
            <translation>这台电脑已就绪，但 cuDNN 不完整</translation>
        </message>
        <message numerus="yes">
            <source>%n of %1 libraries are missing from %2. Programs stop when they need one of them.</source>
            <translation>
                <numerusform>%2 缺少 %1 个库中的 %n 个。程序用到它们时会停止。</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 holds a mixed set of cuDNN</source>
            <translation>%1 中的 cuDNN 版本混杂</translation>
        </message>
        <message>
            <source>Its files do not belong to one release. An installation replaces the whole set.</source>
            <translation>其中的文件不属于同一版本。安装会替换整套文件。</translation>
        </message>
        <message>
            <source>%1 holds cuDNN %2</source>
            <translation>%1 中有 cuDNN %2</translation>
        </message>
        <message numerus="yes">
            <source>All %n libraries are there. Another release can take its place.</source>
            <translation>
                <numerusform>%n 个库齐全。可以换成另一版本。</numerusform>
            </translation>
        </message>
        <message>
            <source>Graphics card</source>
            <translation>显卡</translation>
        </message>
        <message>
            <source>Driver</source>
            <translation>驱动程序</translation>
        </message>
        <message>
            <source>Windows</source>
            <translation>Windows</translation>
        </message>
        <message>
            <source>Looking</source>
            <translation>正在查看</translation>
        </message>
        <message>
            <source>None by NVIDIA</source>
            <translation>没有 NVIDIA 的</translation>
        </message>
        <message>
            <source>cuDNN can be installed, not proven</source>
            <translation>可以安装 cuDNN，但无法实测</translation>
        </message>
        <message>
            <source>Not found</source>
            <translation>未找到</translation>
        </message>
        <message>
            <source>no display adapter names one</source>
            <translation>没有显示适配器提供</translation>
        </message>
        <message numerus="yes">
            <source>and %n more</source>
            <translation>
                <numerusform>另有 %n 个</numerusform>
            </translation>
        </message>
        <message>
            <source>from the device list</source>
            <translation>来自设备列表</translation>
        </message>
        <message>
            <source>Found</source>
            <translation>已找到</translation>
        </message>
        <message>
            <source>Installed</source>
            <translation>已安装</translation>
        </message>
        <message>
            <source>%1 free beside %2</source>
            <translation>%2 所在磁盘可用 %1</translation>
        </message>
        <message>
            <source>With administrator rights</source>
            <translation>有管理员权限</translation>
        </message>
        <message>
            <source>Without administrator rights</source>
            <translation>无管理员权限</translation>
        </message>
        <message>
            <source>CUDA toolkits</source>
            <translation>CUDA 工具包</translation>
        </message>
        <message numerus="yes">
            <source>%n found</source>
            <translation>
                <numerusform>找到 %n 个</numerusform>
            </translation>
        </message>
        <message>
            <source>on PATH</source>
            <translation>在 PATH 中</translation>
        </message>
        <message>
            <source>not on PATH</source>
            <translation>不在 PATH 中</translation>
        </message>
        <message>
            <source>installed by this program</source>
            <translation>由本程序安装</translation>
        </message>
        <message>
            <source>copied by hand</source>
            <translation>手动复制</translation>
        </message>
        <message>
            <source>No cuDNN</source>
            <translation>没有 cuDNN</translation>
        </message>
        <message>
            <source>cuDNN, version unknown</source>
            <translation>cuDNN，版本未知</translation>
        </message>
        <message>
            <source>%1 of %2 libraries, %3</source>
            <translation>%2 个库中有 %1 个，%3</translation>
        </message>
        <message>
            <source>left over: no runtime in it</source>
            <translation>残留：其中没有运行库</translation>
        </message>
        <message>
            <source>Not installed</source>
            <translation>未安装</translation>
        </message>
        <message>
            <source>Incomplete</source>
            <translation>不完整</translation>
        </message>
        <message>
            <source>Mixed</source>
            <translation>混杂</translation>
        </message>
        <message>
            <source>Complete</source>
            <translation>完整</translation>
        </message>
        <message>
            <source>Cut off</source>
            <translation>被中断</translation>
        </message>
        <message>
            <source>%1 of %2 libraries</source>
            <translation>%2 个库中有 %1 个</translation>
        </message>
        <message>
            <source>the archive fits</source>
            <translation>此压缩包适用</translation>
        </message>
        <message>
            <source>takes an archive for CUDA %1</source>
            <translation>适用 CUDA %1 的压缩包</translation>
        </message>
        <message>
            <source>from the registry</source>
            <translation>来自注册表</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::StepList</name>
        <message>
            <source>Step %1 of %2: %3</source>
            <translation>第 %1 步，共 %2 步：%3</translation>
        </message>
        <message>
            <source>current</source>
            <translation>当前</translation>
        </message>
        <message>
            <source>blocked</source>
            <translation>受阻</translation>
        </message>
        <message>
            <source>done</source>
            <translation>已完成</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation>步骤</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::StepRail</name>
        <message>
            <source>Log</source>
            <translation>日志</translation>
        </message>
        <message>
            <source>Language: %1</source>
            <translation>语言：%1</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::TargetPage</name>
        <message>
            <source>Target</source>
            <translation>目标</translation>
        </message>
        <message numerus="yes">
            <source>%n toolkits</source>
            <translation>
                <numerusform>%n 个工具包</numerusform>
            </translation>
        </message>
        <message>
            <source>%1, for everyone</source>
            <translation>%1，系统 PATH</translation>
        </message>
        <message>
            <source>%1, only me</source>
            <translation>%1，仅限我</translation>
        </message>
        <message>
            <source>%1, PATH stays</source>
            <translation>%1，PATH 不变</translation>
        </message>
        <message>
            <source>Another folder...</source>
            <translation>其他文件夹...</translation>
        </message>
        <message numerus="yes">
            <source>All %n of them</source>
            <translation>
                <numerusform>全部 %n 个</numerusform>
            </translation>
        </message>
        <message>
            <source>Who should find it?</source>
            <translation>谁应当找到它？</translation>
        </message>
        <message>
            <source>Everyone on this PC</source>
            <translation>这台电脑的所有用户</translation>
        </message>
        <message>
            <source>Only me</source>
            <translation>仅限我</translation>
        </message>
        <message>
            <source>Nobody, leave PATH alone</source>
            <translation>都不，保持 PATH 不变</translation>
        </message>
        <message>
            <source>machine PATH, needs admin rights</source>
            <translation>系统 PATH，需要管理员权限</translation>
        </message>
        <message>
            <source>user PATH, searched second</source>
            <translation>用户 PATH，排在系统之后</translation>
        </message>
        <message>
            <source>for programs with a path of their own</source>
            <translation>用于自带路径的程序</translation>
        </message>
        <message>
            <source>It cannot go there as things are</source>
            <translation>目前无法装入该处</translation>
        </message>
        <message>
            <source>Nothing has been changed. Another target or PATH may do.</source>
            <translation>未作任何更改。可换一个目标或 PATH。</translation>
        </message>
        <message>
            <source>CUDA %1 is the best place for it</source>
            <translation>最适合装入 CUDA %1</translation>
        </message>
        <message>
            <source>The newest toolkit here that this archive fits. Nothing has been written yet.</source>
            <translation>这是本机上此压缩包适用的最新工具包。尚未写入任何内容。</translation>
        </message>
        <message numerus="yes">
            <source>%n toolkits get it</source>
            <translation>
                <numerusform>装入 %n 个工具包</numerusform>
            </translation>
        </message>
        <message>
            <source>Each is done or undone as a whole. Nothing has been written yet.</source>
            <translation>每个工具包要么全部完成，要么全部撤销。尚未写入任何内容。</translation>
        </message>
        <message>
            <source>It goes into CUDA %1</source>
            <translation>将装入 CUDA %1</translation>
        </message>
        <message>
            <source>Nothing has been written yet.</source>
            <translation>尚未写入任何内容。</translation>
        </message>
        <message>
            <source>Comparing with what is there</source>
            <translation>正在与现有文件比较</translation>
        </message>
        <message>
            <source>The files in the toolkit are read and hashed. This changes nothing.</source>
            <translation>读取工具包中的文件并计算哈希，不作任何更改。</translation>
        </message>
        <message>
            <source>Best fit</source>
            <translation>最合适</translation>
        </message>
        <message>
            <source>left over: no runtime in it</source>
            <translation>残留：其中没有运行库</translation>
        </message>
        <message>
            <source>%1, cuBLAS and NVRTC present</source>
            <translation>%1，cuBLAS 和 NVRTC 齐全</translation>
        </message>
        <message>
            <source>%1, cuBLAS or NVRTC missing</source>
            <translation>%1，缺少 cuBLAS 或 NVRTC</translation>
        </message>
        <message>
            <source>unknown version</source>
            <translation>版本未知</translation>
        </message>
        <message>
            <source>No cuDNN</source>
            <translation>没有 cuDNN</translation>
        </message>
        <message>
            <source>%1, incomplete</source>
            <translation>%1，不完整</translation>
        </message>
        <message>
            <source>%1, mixed</source>
            <translation>%1，混杂</translation>
        </message>
        <message>
            <source>%1, complete</source>
            <translation>%1，完整</translation>
        </message>
        <message>
            <source>Stays as it is</source>
            <translation>保持不变</translation>
        </message>
        <message>
            <source>No toolkit any more</source>
            <translation>已不是工具包</translation>
        </message>
        <message>
            <source>Needs a CUDA %1 archive</source>
            <translation>需要 CUDA %1 的压缩包</translation>
        </message>
        <message>
            <source>not known yet</source>
            <translation>尚不清楚</translation>
        </message>
        <message>
            <source>stays as it is</source>
            <translation>保持不变</translation>
        </message>
        <message>
            <source>stays as it is: the folder is on it already</source>
            <translation>保持不变：该文件夹已在其中</translation>
        </message>
        <message>
            <source>All other entries keep their order and spelling. Another cuDNN comes earlier on PATH.</source>
            <translation>其他条目的顺序和写法不变。PATH 中更靠前的位置有另一份 cuDNN。</translation>
        </message>
        <message>
            <source>All other entries keep their order and spelling.</source>
            <translation>其他条目的顺序和写法不变。</translation>
        </message>
        <message>
            <source>Folder of a CUDA toolkit</source>
            <translation>CUDA 工具包的文件夹</translation>
        </message>
    </context>
    <context>
        <name>cudnn_setup::TimeChart</name>
        <message>
            <source>Time per iteration</source>
            <translation>每次迭代用时</translation>
        </message>
        <message>
            <source>nothing measured</source>
            <translation>没有测量</translation>
        </message>
        <message numerus="yes">
            <source>%n iterations, median %1 ms, slowest %2 ms</source>
            <translation>
                <numerusform>%n 次迭代，中位数 %1 ms，最慢 %2 ms</numerusform>
            </translation>
        </message>
        <message>
            <source>nothing measured yet</source>
            <translation>尚未测量</translation>
        </message>
        <message>
            <source>iteration %1</source>
            <translation>第 %1 次</translation>
        </message>
        <message>
            <source>median %1 ms</source>
            <translation>中位数 %1 ms</translation>
        </message>
    </context>
</TS>
